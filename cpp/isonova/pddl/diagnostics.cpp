#include "isonova/pddl/diagnostics.hpp"

#include <algorithm>

namespace isonova::pddl {

namespace {

constexpr std::size_t shown_whole = 160;  // bytes; a longer line is cut
constexpr std::size_t shown_around = 70;  // bytes of a long line kept on either side of the place
constexpr std::size_t shown_name = 40;

const char* word(Severity severity) {
    switch (severity) {
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
        case Severity::unsupported:
            return "unsupported";
    }
    return "error";
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}
bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

void show_line(Diagnostic& diagnostic, std::string_view line) {
    const std::size_t caret = std::min<std::size_t>(diagnostic.place.column - 1, line.size());
    const bool whole = line.size() <= shown_whole;
    std::size_t begin = whole || caret <= shown_around ? 0 : caret - shown_around;
    std::size_t end = whole ? line.size() : std::min(line.size(), caret + shown_around);
    while (begin > 0 && begin < caret && continues_character(line[begin])) ++begin;
    while (end > caret && end < line.size() && continues_character(line[end])) --end;
    const std::string_view before = begin > 0 ? "..." : "";
    diagnostic.line = std::string(before) + std::string(line.substr(begin, end - begin));
    if (end < line.size()) diagnostic.line += "...";
    diagnostic.caret = static_cast<std::uint32_t>(before.size() + caret - begin);
    for (char& c : diagnostic.line) {
        if (is_control(c) && c != '\t') c = '?';
    }
}

std::string render_all(const std::vector<Diagnostic>& diagnostics) {
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (!result.empty()) result += '\n';
        result += diagnostic.render();
    }
    return result;
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string result = "'";
    result += text.substr(0, shown_name);
    for (char& c : result) {
        if (is_control(c)) c = ' ';
    }
    if (text.size() > shown_name) result += "...";
    return result + "'";
}

std::string Diagnostic::render() const {
    std::string result = file + ":";
    if (place.line != 0) result += std::to_string(place.line) + ":" + std::to_string(place.column) + ":";
    result += std::string(" ") + word(severity) + ": " + message;
    if (place.line != 0) {
        result += "\n  " + line + "\n  ";
        for (std::size_t i = 0; i < caret && i < line.size(); ++i) {
            if (line[i] == '\t') {
                result += '\t';
            } else if (!continues_character(line[i])) {
                result += ' ';
            }
        }
        result += '^';
    }
    if (!hint.empty()) result += "\n  hint: " + hint;
    return result;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(render_all(diagnostics)), diagnostics_(std::move(diagnostics)) {}

bool InputError::unsupported() const {
    return std::none_of(diagnostics_.begin(), diagnostics_.end(),
                        [](const Diagnostic& d) { return d.severity == Severity::error; });
}

void Diagnostics::add(Severity severity, const SourcePtr& source, Offset at, std::string message, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.file = source->name;
    diagnostic.place = source->place(at);
    diagnostic.message = std::move(message);
    diagnostic.hint = std::move(hint);
    show_line(diagnostic, source->line_at(at));
    all_.push_back(std::move(diagnostic));
}

void Diagnostics::error(const SourcePtr& source, Offset at, std::string message, std::string hint) {
    add(Severity::error, source, at, std::move(message), std::move(hint));
    if (++errors_ >= limit) throw_if_errors();
}

void Diagnostics::unsupported(const SourcePtr& source, Offset at, std::string message, std::string hint) {
    add(Severity::unsupported, source, at, std::move(message), std::move(hint));
    if (++errors_ >= limit) throw_if_errors();
}

void Diagnostics::warning(const SourcePtr& source, Offset at, std::string message, std::string hint) {
    if (!wants_warnings()) return;
    if (warnings_++ == warning_limit) {
        message = "further warnings are left out";
        hint.clear();
    }
    add(Severity::warning, source, at, std::move(message), std::move(hint));
}

void Diagnostics::suspicion(const SourcePtr& source, Offset at, std::string message, std::string hint) {
    if (!wants_warnings()) return;
    warning(source, at, std::move(message), std::move(hint));
    all_.back().suspicious = wants_warnings();  // false: the line that says that the rest is left out
}

void Diagnostics::throw_if_errors() const {
    if (!has_errors()) return;
    std::vector<Diagnostic> errors;
    for (const Diagnostic& diagnostic : all_) {
        if (diagnostic.severity != Severity::warning) errors.push_back(diagnostic);
    }
    throw InputError(std::move(errors));
}

}  // namespace isonova::pddl
