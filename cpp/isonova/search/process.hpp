// What stands behind a Search.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isonova/search/search.hpp"

namespace isonova {

class Search::Process {
  public:
    virtual ~Process() = default;
    // As those of Search.
    virtual bool is_over() const = 0;
    virtual const SearchResult& result() const = 0;
    virtual const GoalRecord* goals() const = 0;  // null where options ask for none
    virtual void limit_counts(std::uint64_t expansions, std::uint64_t evaluations) = 0;
    virtual void seek_cheaper(std::int64_t than) = 0;
    virtual bool advance(std::uint64_t work_limit, std::size_t byte_limit) = 0;
    virtual std::uint64_t work() const = 0;
    virtual std::uint64_t work_since_progress() const = 0;
    virtual std::size_t bytes() const = 0;
};

}  // namespace isonova
