// What the front end has to say about an input: errors and warnings that point at a place in a source.
// Independent errors of one input are collected and thrown together as one InputError.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "isonova/pddl/source.hpp"

namespace isonova::pddl {

enum class Severity { warning, error, unsupported };

struct Diagnostic {
    Severity severity = Severity::error;
    bool suspicious = false;  // a warning: the text may not mean what its author thinks, and a plan may be lost
    std::string file;
    Place place;              // line 0: the whole file
    std::string message;      // what was found and what was expected
    std::string hint;         // "did you mean 'on-table'?", or empty
    std::string line;         // the source line, cut around the place if it is very long
    std::uint32_t caret = 0;  // where in `line` the place is

    // file:line:column: error: message / source line / caret / hint
    std::string render() const;
};

// Bad PDDL (exit code 31), or, if every error is of severity `unsupported`, PDDL outside classical planning (34).
class InputError : public std::runtime_error {
  public:
    explicit InputError(std::vector<Diagnostic> diagnostics);
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
    bool unsupported() const;

  private:
    std::vector<Diagnostic> diagnostics_;
};

// Collects while a front-end step runs. `throw_if_errors` ends the step. After `limit` errors it throws at once.
class Diagnostics {
  public:
    static constexpr std::size_t limit = 20;
    static constexpr std::size_t warning_limit = 100;  // one more says that the rest is left out

    void error(const SourcePtr& source, Offset at, std::string message, std::string hint = {});
    void unsupported(const SourcePtr& source, Offset at, std::string message, std::string hint = {});
    void warning(const SourcePtr& source, Offset at, std::string message, std::string hint = {});
    void suspicion(const SourcePtr& source, Offset at, std::string message, std::string hint = {});

    bool has_errors() const { return errors_ != 0; }
    bool wants_warnings() const { return warnings_ <= warning_limit; }
    void throw_if_errors() const;
    const std::vector<Diagnostic>& all() const { return all_; }

  private:
    void add(Severity severity, const SourcePtr& source, Offset at, std::string message, std::string hint);

    std::vector<Diagnostic> all_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
};

// A piece of source text in quotes, cut if it is long: for messages.
std::string quoted(std::string_view text);

}  // namespace isonova::pddl
