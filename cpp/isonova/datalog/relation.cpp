#include "isonova/datalog/relation.hpp"

#include <algorithm>
#include <numeric>

namespace isonova::datalog {

namespace {

std::vector<std::uint32_t> all_columns(std::uint32_t arity) {
    std::vector<std::uint32_t> columns(arity);
    std::iota(columns.begin(), columns.end(), 0);
    return columns;
}

}  // namespace

void Index::add(std::uint32_t id, const ObjectId* tuple, const ObjectId* tuples) {
    key_.clear();
    for (const std::uint32_t column : heads_.columns()) key_.push_back(tuple[column]);
    next_.push_back(heads_.replace(key_.data(), id, tuples));
}

Relation::Relation(std::uint32_t arity, std::uint32_t object_count)
    : arity_(arity), object_count_(object_count), table_(all_columns(arity), arity, object_count) {}

bool Relation::insert(const ObjectId* tuple) {
    if (find(tuple) != none) return false;
    // The table looks at the tuple through the array, so it has to be there first.
    tuples_.insert(tuples_.end(), tuple, tuple + arity_);
    table_.insert(tuple, size_++, tuples_.data());
    return true;
}

void Relation::publish_next() {
    const std::uint32_t id = published_++;
    for (Index& index : indices_) index.add(id, tuple(id), tuples());
}

void Relation::publish_all() {
    while (published_ < size_) publish_next();
}

std::uint32_t Relation::index_on(const std::vector<std::uint32_t>& columns) {
    for (std::uint32_t i = 0; i < indices_.size(); ++i)
        if (indices_[i].columns() == columns) return i;
    Index& index = indices_.emplace_back(columns, arity_, object_count_);
    for (std::uint32_t id = 0; id < published_; ++id) index.add(id, tuple(id), tuples());
    return static_cast<std::uint32_t>(indices_.size() - 1);
}

void Relation::clear() {
    for (Index& index : indices_) index.clear(tuples(), published_);
    table_.clear(tuples(), size_);
    tuples_.clear();
    size_ = published_ = 0;
}

void Relation::sort() {
    drop_indices();
    std::vector<std::uint32_t> order(size_);
    std::iota(order.begin(), order.end(), 0);
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        return std::lexicographical_compare(tuple(a), tuple(a) + arity_, tuple(b), tuple(b) + arity_);
    };
    if (!std::is_sorted(order.begin(), order.end(), less)) {
        std::sort(order.begin(), order.end(), less);
        std::vector<ObjectId> sorted;
        sorted.reserve(tuples_.size());
        for (const std::uint32_t id : order) sorted.insert(sorted.end(), tuple(id), tuple(id) + arity_);
        tuples_ = std::move(sorted);
        table_ = KeyTable(all_columns(arity_), arity_, object_count_);
        for (std::uint32_t id = 0; id < size_; ++id) table_.insert(tuple(id), id, tuples());
    }
    published_ = size_;
}

std::vector<double> Relation::distinct_values() const {
    std::vector<double> counts;
    std::vector<bool> seen;
    for (std::uint32_t column = 0; column < arity_; ++column) {
        seen.assign(object_count_, false);
        std::uint32_t count = 0;
        for (std::uint32_t id = 0; id < size_; ++id) {
            const ObjectId value = tuple(id)[column];
            if (!seen[value]) ++count;
            seen[value] = true;
        }
        counts.push_back(count);
    }
    return counts;
}

std::size_t Relation::bytes() const {
    std::size_t sum = tuples_.capacity() * sizeof(ObjectId) + table_.bytes();
    for (const Index& index : indices_) sum += index.bytes();
    return sum;
}

}  // namespace isonova::datalog
