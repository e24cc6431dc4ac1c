#include "isonova/state/atom_table.hpp"

#include <algorithm>
#include <bit>

namespace isonova {

namespace {

std::size_t hash(PredicateId predicate, std::span<const ObjectId> args) {
    std::uint64_t h = predicate + 1;
    for (const ObjectId object : args) {
        h = (h + object) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    h *= 0xff51afd7ed558ccdu;
    return static_cast<std::size_t>(h ^ (h >> 29));
}

}  // namespace

AtomTable::AtomTable(std::uint32_t predicate_count) : slots_(std::max(16u, 4 * std::bit_ceil(predicate_count)), none) {}

AtomId AtomTable::find(PredicateId predicate, std::span<const ObjectId> args) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash(predicate, args) & mask; slots_[i] != none; i = (i + 1) & mask) {
        const AtomId atom = slots_[i];
        if (predicates_[atom] == predicate && std::ranges::equal(this->args(atom), args)) return atom;
    }
    return none;
}

AtomId AtomTable::intern(PredicateId predicate, std::span<const ObjectId> args) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash(predicate, args) & mask;
    for (; slots_[i] != none; i = (i + 1) & mask) {
        const AtomId atom = slots_[i];
        if (predicates_[atom] == predicate && std::ranges::equal(this->args(atom), args)) return atom;
    }
    const AtomId atom = size();
    slots_[i] = atom;
    predicates_.push_back(predicate);
    args_.insert(args_.end(), args.begin(), args.end());
    starts_.push_back(static_cast<std::uint32_t>(args_.size()));
    if (2 * static_cast<std::size_t>(size()) > slots_.size()) rehash(2 * slots_.size());
    return atom;
}

void AtomTable::reserve(std::size_t atoms) {
    predicates_.reserve(atoms);
    starts_.reserve(atoms + 1);
    if (2 * atoms > slots_.size()) rehash(std::bit_ceil(2 * atoms));
}

void AtomTable::rehash(std::size_t slots) {
    slots_.assign(slots, none);
    const std::size_t mask = slots_.size() - 1;
    for (AtomId atom = 0; atom < size(); ++atom) {
        std::size_t i = hash(predicates_[atom], args(atom)) & mask;
        while (slots_[i] != none) i = (i + 1) & mask;
        slots_[i] = atom;
    }
}

std::size_t AtomTable::bytes() const {
    return predicates_.capacity() * sizeof(PredicateId) + args_.capacity() * sizeof(ObjectId) +
           starts_.capacity() * sizeof(std::uint32_t) + slots_.capacity() * sizeof(AtomId);
}

}  // namespace isonova
