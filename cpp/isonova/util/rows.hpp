// Rows of integers in one array (compressed sparse rows).
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

namespace isonova {

class Rows {
  public:
    std::size_t size() const { return starts_.size() - 1; }
    std::span<const std::uint32_t> operator[](std::size_t row) const {
        return {data_.data() + starts_[row], starts_[row + 1] - starts_[row]};
    }
    void push(std::uint32_t value) { data_.push_back(value); }  // to the row being written
    void end_row() {
        if (data_.size() > 0xffffffffu) throw std::bad_alloc();  // more than 16 GiB of one array
        starts_.push_back(static_cast<std::uint32_t>(data_.size()));
    }
    void push_row(std::span<const std::uint32_t> row) {
        data_.insert(data_.end(), row.begin(), row.end());
        end_row();
    }
    std::size_t entries() const { return data_.size(); }
    std::size_t bytes() const { return (data_.capacity() + starts_.capacity()) * 4; }
    void shrink_to_fit() {
        data_.shrink_to_fit();
        starts_.shrink_to_fit();
    }

    // The three below work in place: large arrays are not held twice.
    // Leaves out entries; keep(row, value) is asked about all of them in their order.
    template <class Keep>
    void filter(Keep&& keep) {
        std::size_t out = 0;
        for (std::size_t row = 0, at = 0; row < size(); ++row) {
            for (const std::size_t end = starts_[row + 1]; at < end; ++at)
                if (keep(row, data_[at])) data_[out++] = data_[at];
            starts_[row + 1] = static_cast<std::uint32_t>(out);
        }
        data_.resize(out);
    }
    template <class Keep>
    void keep_rows(Keep&& keep) {
        std::size_t out = 0, rows = 0;
        for (std::size_t row = 0, at = 0; row < size(); ++row) {
            const std::size_t end = starts_[row + 1];
            if (keep(row)) {
                while (at < end) data_[out++] = data_[at++];
                starts_[++rows] = static_cast<std::uint32_t>(out);
            }
            at = end;
        }
        data_.resize(out);
        starts_.resize(rows + 1);
    }
    template <class Visit>
    void for_each_row(Visit&& visit) {
        for (std::size_t row = 0; row < size(); ++row)
            visit(std::span(data_.data() + starts_[row], starts_[row + 1] - starts_[row]));
    }

    // For every value below `columns` the rows it is in, ascending.
    Rows transposed(std::size_t columns) const {
        Rows out;
        out.starts_.assign(columns + 1, 0);
        for (const std::uint32_t value : data_) ++out.starts_[value + 1];
        for (std::size_t i = 0; i < columns; ++i) out.starts_[i + 1] += out.starts_[i];
        std::vector<std::uint32_t> next(out.starts_.begin(), out.starts_.end() - 1);
        out.data_.resize(data_.size());
        for (std::size_t row = 0; row < size(); ++row)
            for (const std::uint32_t value : (*this)[row]) out.data_[next[value]++] = static_cast<std::uint32_t>(row);
        return out;
    }

  private:
    std::vector<std::uint32_t> data_;
    std::vector<std::uint32_t> starts_{0};
};

}  // namespace isonova
