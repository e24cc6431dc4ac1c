#include "isonova/ground/state_packing.hpp"

#include <algorithm>
#include <cstring>
#include <queue>
#include <stdexcept>

namespace isonova {
namespace {

static_assert(std::endian::native == std::endian::little, "bits are copied as they are");

struct Chosen {
    std::vector<AtomId> atoms;
    bool never_empty;
    int width() const { return std::bit_width(atoms.size() - (never_empty ? 1 : 0)); }
};

// Greedy: always the group that saves most bits. What a group saves only shrinks while others are chosen, so an entry
// of the queue that is out of date is put back with its new place.
std::vector<Chosen> choose(std::uint32_t fluent_count, std::span<const MutexGroup> groups) {
    std::vector<bool> covered(fluent_count, false);
    const auto remaining = [&](std::uint32_t i) {
        Chosen rest{{}, false};
        for (const AtomId atom : groups[i].atoms) {
            if (!covered[atom]) rest.atoms.push_back(atom);
        }
        rest.never_empty = groups[i].never_empty && rest.atoms.size() == groups[i].atoms.size();
        return rest;
    };
    const auto saved = [](const Chosen& group) {
        return group.atoms.empty() ? 0 : static_cast<std::int64_t>(group.atoms.size()) - group.width();
    };
    struct Entry {
        std::int64_t saves;
        std::uint32_t group;
        bool operator<(const Entry& other) const {
            return saves != other.saves ? saves < other.saves : group > other.group;
        }
    };
    std::priority_queue<Entry> queue;
    for (std::uint32_t i = 0; i < groups.size(); ++i) queue.push({saved(remaining(i)), i});
    std::vector<Chosen> result;
    while (!queue.empty()) {
        const Entry top = queue.top();
        queue.pop();
        Chosen group = remaining(top.group);
        const std::int64_t saves = saved(group);
        if (saves <= 0) continue;
        if (saves < top.saves) {
            queue.push({saves, top.group});
            continue;
        }
        for (const AtomId atom : group.atoms) covered[atom] = true;
        result.push_back(std::move(group));
    }
    return result;
}

}  // namespace

StatePacking StatePacking::bits(std::uint32_t fluent_count) {
    return of_groups(fluent_count, {});
}

StatePacking StatePacking::of_groups(std::uint32_t fluent_count, std::span<const MutexGroup> groups) {
    StatePacking packing;
    packing.fluent_count_ = fluent_count;
    packing.codes_.assign(fluent_count, {0, 0, 0});
    std::vector<bool> covered(fluent_count, false);
    std::vector<Chosen> chosen = choose(fluent_count, groups);
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const Chosen& a, const Chosen& b) { return a.width() > b.width(); });
    std::vector<int> used;  // bits of each word
    std::size_t open = 0;   // words before it are full
    for (const Chosen& group : chosen) {
        const int width = group.width();
        std::size_t word = open;
        while (word < used.size() && used[word] + width > 32) ++word;
        if (word == used.size()) used.push_back(0);
        const auto shift = static_cast<std::uint32_t>(used[word]);
        used[word] += width;
        while (open < used.size() && used[open] == 32) ++open;
        const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
        const auto first = static_cast<std::uint32_t>(packing.atoms_.size());
        packing.variables_.push_back({static_cast<std::uint32_t>(word), shift, mask, first});
        std::uint32_t value = 0;
        if (!group.never_empty) {
            packing.atoms_.push_back(none);
            ++value;
        }
        for (const AtomId atom : group.atoms) {
            covered[atom] = true;
            packing.codes_[atom] = {static_cast<std::uint32_t>(word), mask << shift, value++ << shift};
            packing.atoms_.push_back(atom);
        }
    }
    packing.first_bit_word_ = static_cast<std::uint32_t>(used.size());
    for (AtomId atom = 0; atom < fluent_count; ++atom) {
        if (covered[atom]) continue;
        const auto index = static_cast<std::uint32_t>(packing.bit_atoms_.size());
        packing.codes_[atom] = {packing.first_bit_word_ + index / 32, 1u << (index % 32), 1u << (index % 32)};
        packing.bit_atoms_.push_back(atom);
    }
    packing.words_ = packing.first_bit_word_ + (packing.bit_atoms_.size() + 31) / 32;
    return packing;
}

void StatePacking::pack(std::span<const AtomId> fluents, std::uint32_t* packed) const {
    std::fill_n(packed, words_, 0);
    std::vector<bool> given(variables_.empty() ? 0 : fluent_count_, false);
    for (const AtomId atom : fluents) {
        const Code& code = codes_[atom];
        packed[code.word] = (packed[code.word] & ~code.mask) | code.value;
        if (!given.empty()) given[atom] = true;
    }
    // What one atom has overwritten, or nobody has given, shows in what holds now.
    for (AtomId atom = 0; atom < given.size(); ++atom) {
        if (holds(packed, atom) != given[atom]) throw std::invalid_argument("atoms of this state exclude each other");
    }
}

void StatePacking::unpack(const std::uint32_t* packed, Word* fluents) const {
    const std::size_t size = words_for(fluent_count_);
    if (size == 0) return;
    if (variables_.empty()) {
        fluents[size - 1] = 0;
        std::memcpy(fluents, packed, words_ * sizeof *packed);
        return;
    }
    std::fill_n(fluents, size, 0);
    for (const Variable& variable : variables_) {
        const AtomId atom = atoms_[variable.first + ((packed[variable.word] >> variable.shift) & variable.mask)];
        if (atom != none) insert(fluents, atom);
    }
    for (std::size_t word = first_bit_word_; word < words_; ++word) {
        const AtomId* atoms = bit_atoms_.data() + (word - first_bit_word_) * 32;
        for (std::uint32_t bits = packed[word]; bits; bits &= bits - 1) insert(fluents, atoms[std::countr_zero(bits)]);
    }
}

StatePacking choose_packing(const GroundTask& task, Limits& limits) {
    constexpr std::uint32_t few = 64;  // atoms that are not worth the look for groups
    StatePacking bits = StatePacking::bits(task.fluent_count);
    if (task.fluent_count <= few) return bits;
    StatePacking packed = StatePacking::of_groups(task.fluent_count, mutex_groups(task, limits));
    return packed.words() < bits.words() ? packed : bits;
}

std::size_t StatePacking::bytes() const {
    return codes_.capacity() * sizeof(Code) + variables_.capacity() * sizeof(Variable) +
           (atoms_.capacity() + bit_atoms_.capacity()) * sizeof(AtomId);
}

}  // namespace isonova
