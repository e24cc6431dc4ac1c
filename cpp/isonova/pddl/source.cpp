#include "isonova/pddl/source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>

#include "isonova/pddl/diagnostics.hpp"

namespace isonova::pddl {

namespace {

constexpr std::size_t largest = std::numeric_limits<Offset>::max() - 1;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
    Diagnostic diagnostic;
    diagnostic.file = name;
    diagnostic.message = why;
    throw InputError({diagnostic});
}

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Place Source::place(Offset at) const {
    const char* begin = text.data();
    const char* end = begin + std::min<std::size_t>(at, text.size());
    Place result{1, 1};
    const char* line = begin;
    while (const void* found = std::memchr(line, '\n', static_cast<std::size_t>(end - line))) {
        line = static_cast<const char*>(found) + 1;
        ++result.line;
    }
    result.column = static_cast<std::uint32_t>(end - line) + 1;
    return result;
}

std::string_view Source::line_at(Offset at) const {
    const std::string_view all = text;
    const std::size_t here = std::min<std::size_t>(at, all.size());
    const std::size_t before = here == 0 ? std::string_view::npos : all.rfind('\n', here - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(all.find('\n', here), all.size());
    std::string_view line = all.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

SourcePtr read_source(const std::string& path) {
    std::error_code failure;
    const auto status = std::filesystem::status(path, failure);
    if (std::filesystem::is_directory(status)) refuse(path, "cannot read: it is a directory");
    errno = 0;
    const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
    if (!file) refuse(path, std::string("cannot read: ") + std::strerror(errno));
    std::string text;
    if (std::filesystem::is_regular_file(status)) {
        const auto size = std::filesystem::file_size(path, failure);
        if (!failure && size <= largest) text.reserve(static_cast<std::size_t>(size));
    }
    char block[1 << 16];
    std::size_t count = 0;
    while ((count = std::fread(block, 1, sizeof block, file.get())) != 0) {
        if (count > largest - text.size()) refuse(path, "cannot read: the file is larger than 4 GB");
        text.append(block, count);
    }
    if (std::ferror(file.get())) refuse(path, std::string("cannot read: ") + std::strerror(errno));
    return std::make_shared<const Source>(Source{path, std::move(text)});
}

SourcePtr source_from_string(std::string text, std::string name) {
    if (text.size() > largest) refuse(name, "the text is larger than 4 GB");
    return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
}

}  // namespace isonova::pddl
