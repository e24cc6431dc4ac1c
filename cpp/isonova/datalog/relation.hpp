// A relation: distinct tuples of objects in one flat array, a table that finds a tuple, and indices on the columns that
// joins bind. A tuple is inserted first and published later: indices and `published` count published tuples only, so
// that a semi-naive evaluation joins each tuple with those before it and never twice with the same partner.
#pragma once

#include <cstdint>
#include <vector>

#include "isonova/datalog/key_table.hpp"

namespace isonova::datalog {

// The published tuples with given values in given columns, as a chain of tuple ids.
class Index {
  public:
    Index(std::vector<std::uint32_t> columns, std::uint32_t arity, std::uint32_t object_count)
        : heads_(std::move(columns), arity, object_count) {}

    const std::vector<std::uint32_t>& columns() const { return heads_.columns(); }
    std::uint32_t first(const ObjectId* key, const ObjectId* tuples) const { return heads_.find(key, tuples); }
    std::uint32_t next(std::uint32_t id) const { return next_[id]; }
    void add(std::uint32_t id, const ObjectId* tuple, const ObjectId* tuples);  // ids in order, none left out
    void clear(const ObjectId* tuples, std::size_t count) {
        heads_.clear(tuples, count);
        next_.clear();
    }
    std::size_t bytes() const { return heads_.bytes() + next_.capacity() * 4; }

  private:
    KeyTable heads_;
    std::vector<std::uint32_t> next_;
    std::vector<ObjectId> key_;
};

class Relation {
  public:
    Relation(std::uint32_t arity, std::uint32_t object_count);

    std::uint32_t arity() const { return arity_; }
    std::uint32_t size() const { return size_; }
    std::uint32_t published() const { return published_; }
    const ObjectId* tuples() const { return tuples_.data(); }
    const ObjectId* tuple(std::uint32_t id) const { return tuples_.data() + std::size_t{id} * arity_; }

    bool insert(const ObjectId* tuple);  // false if it was there
    std::uint32_t find(const ObjectId* tuple) const { return table_.find(tuple, tuples_.data()); }  // or `none`

    void publish_next();  // tuple `published`
    void publish_all();

    // The position of an index on these columns (ascending); made where there is none.
    std::uint32_t index_on(const std::vector<std::uint32_t>& columns);
    const Index& index(std::uint32_t position) const { return indices_[position]; }
    void drop_indices() { indices_.clear(); }

    // Forgets all tuples; indices and memory stay.
    void clear();
    // Sorts the tuples, which changes their ids and drops the indices. All are published afterwards.
    void sort();
    // For many lookups to come: a table without hashing where it stays within some bytes per tuple.
    void prefer_direct() { table_.make_direct(65536 + 64 * std::size_t{size_}, tuples()); }
    std::vector<double> distinct_values() const;  // per column
    std::size_t bytes() const;

  private:
    std::uint32_t arity_;
    std::uint32_t object_count_;
    std::uint32_t size_ = 0;
    std::uint32_t published_ = 0;
    std::vector<ObjectId> tuples_;
    KeyTable table_;
    std::vector<Index> indices_;
};

using Relations = std::vector<Relation>;

}  // namespace isonova::datalog
