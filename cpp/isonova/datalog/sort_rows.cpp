#include "isonova/datalog/sort_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace isonova::datalog {

namespace {

void radix_sort(std::vector<std::uint64_t>& keys, unsigned bits) {
    constexpr unsigned digit = 11;
    std::vector<std::uint64_t> other(keys.size());
    for (unsigned shift = 0; shift < bits; shift += digit) {
        std::array<std::size_t, 1u << digit> starts{};
        const auto bucket = [&](std::uint64_t key) { return (key >> shift) & ((1u << digit) - 1); };
        for (const std::uint64_t key : keys) ++starts[bucket(key)];
        std::size_t sum = 0;
        for (std::size_t& start : starts) sum += std::exchange(start, sum);
        for (const std::uint64_t key : keys) other[starts[bucket(key)]++] = key;
        keys.swap(other);
    }
}

template <std::size_t words>
void sort_wide_rows(std::vector<std::uint32_t>& values, std::size_t width) {
    // Two values a word, compared as words: rows move as a whole, without a detour through their places.
    using Key = std::array<std::uint64_t, words>;
    std::vector<Key> keys(values.size() / width, Key{});
    for (std::size_t row = 0; row < keys.size(); ++row)
        for (std::size_t column = 0; column < width; ++column)
            keys[row][column / 2] |= std::uint64_t{values[row * width + column]} << (column % 2 == 0 ? 32 : 0);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    values.resize(keys.size() * width);
    for (std::size_t row = 0; row < keys.size(); ++row)
        for (std::size_t column = 0; column < width; ++column)
            values[row * width + column] =
                static_cast<std::uint32_t>(keys[row][column / 2] >> (column % 2 == 0 ? 32 : 0));
}

void sort_any_rows(std::vector<std::uint32_t>& values, std::size_t width) {
    std::vector<std::size_t> order(values.size() / width);
    std::iota(order.begin(), order.end(), 0);
    const auto row = [&](std::size_t i) { return values.data() + i * width; };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::lexicographical_compare(row(a), row(a) + width, row(b), row(b) + width);
    });
    std::vector<std::uint32_t> sorted;
    sorted.reserve(values.size());
    for (const std::size_t i : order)
        if (sorted.empty() || !std::equal(row(i), row(i) + width, sorted.end() - static_cast<std::ptrdiff_t>(width)))
            sorted.insert(sorted.end(), row(i), row(i) + width);
    values = std::move(sorted);
}

void sort_packed_rows(std::vector<std::uint32_t>& values, const std::vector<unsigned>& bits, unsigned total) {
    const std::size_t width = bits.size();
    std::vector<std::uint64_t> keys(values.size() / width, 0);
    for (std::size_t row = 0; row < keys.size(); ++row)
        for (std::size_t column = 0; column < width; ++column)
            keys[row] = (keys[row] << bits[column]) | values[row * width + column];
    if (!std::is_sorted(keys.begin(), keys.end())) {
        if (keys.size() < 2048)
            std::sort(keys.begin(), keys.end());
        else
            radix_sort(keys, total);
    }
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    values.resize(keys.size() * width);
    for (std::size_t row = 0; row < keys.size(); ++row) {
        std::uint64_t key = keys[row];
        for (std::size_t column = width; column-- > 0;) {
            values[row * width + column] = static_cast<std::uint32_t>(key & ((std::uint64_t{1} << bits[column]) - 1));
            key >>= bits[column];
        }
    }
}

}  // namespace

void sort_rows(std::vector<std::uint32_t>& values, std::size_t width) {
    std::vector<unsigned> bits(width, 0);
    for (std::size_t column = 0; column < width; ++column) {
        std::uint32_t all = 0;
        for (std::size_t at = column; at < values.size(); at += width) all |= values[at];
        bits[column] = static_cast<unsigned>(std::bit_width(all));
    }
    const unsigned total = std::accumulate(bits.begin(), bits.end(), 0u);
    if (total <= 64)
        sort_packed_rows(values, bits, total);
    else if (width <= 8)
        sort_wide_rows<4>(values, width);
    else if (width <= 16)
        sort_wide_rows<8>(values, width);
    else
        sort_any_rows(values, width);
}

}  // namespace isonova::datalog
