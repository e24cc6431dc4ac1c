#include "isonova/pddl/lexer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace isonova::pddl {

namespace {

constexpr std::uint32_t none = 0xffffffffu;

enum Class : std::uint8_t { word, space, open, close, comment, variable, bad };

constexpr std::array<Class, 256> make_classes() {
    std::array<Class, 256> classes{};
    for (int c = 0; c < 256; ++c) classes[static_cast<std::size_t>(c)] = c < 0x20 || c >= 0x7f ? bad : word;
    for (const char c : {' ', '\t', '\n', '\r', '\f', '\v'}) classes[static_cast<std::size_t>(c)] = space;
    classes['('] = open;
    classes[')'] = close;
    classes[';'] = comment;
    classes['?'] = variable;
    return classes;
}

constexpr std::array<Class, 256> classes = make_classes();

std::string byte_name(unsigned char byte) {
    constexpr char digits[] = "0123456789abcdef";
    return std::string("0x") + digits[byte >> 4] + digits[byte & 15];
}

class Lexer {
  public:
    Lexer(const SourcePtr& source, Diagnostics& diagnostics)
        : source_(source), diagnostics_(diagnostics), text_(source->text) {}

    NodeList run() {
        result_.nodes.reserve(text_.size() / 6 + 16);
        const Offset size = static_cast<Offset>(text_.size());
        Offset at = text_.starts_with("\xef\xbb\xbf") ? 3 : 0;
        while (at < size) {
            switch (class_at(at)) {
                case space:
                    ++at;
                    break;
                case comment:
                    at = end_of_line(at);
                    break;
                case open:
                    push(at++);
                    break;
                case close:
                    if (!pop(at)) return std::move(result_);
                    ++at;
                    break;
                case word:
                case variable:
                    at = read_word(at);
                    break;
                case bad:
                    at = report_bad(at);
                    break;
            }
        }
        if (open_ != none) report_open();
        return std::move(result_);
    }

  private:
    Class class_at(Offset at) const { return classes[static_cast<unsigned char>(text_[at])]; }
    std::uint32_t count() const { return static_cast<std::uint32_t>(result_.nodes.size()); }

    Offset end_of_line(Offset at) const {
        const void* found = std::memchr(text_.data() + at, '\n', text_.size() - at);
        return found ? static_cast<Offset>(static_cast<const char*>(found) - text_.data())
                     : static_cast<Offset>(text_.size());
    }

    Offset read_word(Offset at) {
        const Offset size = static_cast<Offset>(text_.size());
        Offset end = at + 1;
        while (end < size && class_at(end) == word) ++end;
        NodeKind kind = NodeKind::name;
        switch (text_[at]) {
            case '?':
                kind = NodeKind::variable;
                break;
            case ':':
                kind = NodeKind::keyword;
                break;
            case '-':
                kind = end == at + 1 ? NodeKind::dash : NodeKind::name;
                break;
            default:
                break;
        }
        result_.nodes.push_back({at, end - at, count() + 1, kind});
        return end;
    }

    // While a list is open, its `next` holds the list around it.
    void push(Offset at) {
        result_.nodes.push_back({at, 0, open_, NodeKind::list});
        open_ = count() - 1;
    }

    bool pop(Offset at) {
        if (open_ == none) {
            diagnostics_.error(source_, at, "this ')' closes nothing: one ')' too many, here or before");
            result_.balanced = false;
            return false;
        }
        Node& list = result_.nodes[open_];
        open_ = list.next;
        list.length = at + 1 - list.at;
        list.next = count();
        return true;
    }

    // Runs of bad bytes are one error each, so that binary junk does not drown everything else.
    Offset report_bad(Offset at) {
        const auto byte = static_cast<unsigned char>(text_[at]);
        if (byte >= 0x80) {
            diagnostics_.error(source_, at,
                               "byte " + byte_name(byte) + " outside a comment: names in PDDL are plain ASCII");
        } else {
            diagnostics_.error(source_, at,
                               std::string(byte == 0 ? "NUL byte" : "control byte " + byte_name(byte)) +
                                   " outside a comment: is this a PDDL text file?");
        }
        while (at < text_.size() && class_at(at) == bad) ++at;
        return at;
    }

    // A section that starts inside another one shows where the ')' is missing; otherwise it is the innermost open list.
    void report_open() {
        result_.balanced = false;
        std::vector<std::uint32_t> around;
        for (std::uint32_t i = 0; i < count(); ++i) {
            const Node& node = result_.nodes[i];
            while (!around.empty() && is_closed(around.back()) && result_.nodes[around.back()].next <= i)
                around.pop_back();
            if (node.kind == NodeKind::keyword && around.size() >= 3 && around.back() == i - 1) {
                const Node& left_open = result_.nodes[around[around.size() - 2]];
                std::string section = "(";
                section.append(text_, node.at, std::min(node.length, 60u));
                diagnostics_.error(source_, left_open.at,
                                   "this '(' is still open where " + quoted(section) + " starts: a ')' is missing");
                return;
            }
            if (node.kind == NodeKind::list) around.push_back(i);
        }
        diagnostics_.error(source_, result_.nodes[open_].at,
                           "this '(' is never closed: the text ends where a ')' was expected");
    }
    bool is_closed(std::uint32_t list) const { return result_.nodes[list].length != 0; }

    const SourcePtr& source_;
    Diagnostics& diagnostics_;
    const std::string& text_;
    NodeList result_;
    std::uint32_t open_ = none;
};

}  // namespace

NodeList lex(const SourcePtr& source, Diagnostics& diagnostics) {
    return Lexer(source, diagnostics).run();
}

}  // namespace isonova::pddl
