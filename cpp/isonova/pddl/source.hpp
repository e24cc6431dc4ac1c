// A piece of PDDL text with a name. Places in it are byte offsets; line and column are worked out only when a message
// needs them, so that parsing never pays for them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace isonova::pddl {

using Offset = std::uint32_t;

struct Place {
    std::uint32_t line = 0;    // from 1
    std::uint32_t column = 0;  // from 1, in bytes
};

struct Source {
    std::string name;  // a path, or "<string>"
    std::string text;

    Place place(Offset at) const;
    std::string_view line_at(Offset at) const;  // the whole line around `at`, without its line break
};

using SourcePtr = std::shared_ptr<const Source>;

// Reads a file; throws InputError (diagnostics.hpp) with the system's reason.
SourcePtr read_source(const std::string& path);
SourcePtr source_from_string(std::string text, std::string name);

}  // namespace isonova::pddl
