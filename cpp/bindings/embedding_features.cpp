#include "embedding_features.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <iterator>

#include "isonova/state/state_space.hpp"
#include "python_novelty.hpp"
#include "with_python.hpp"

namespace isonova::bindings {

EmbeddingFeatures::EmbeddingFeatures(nb::handle embedding, const Task& task, const AtomTable& atoms, FeatureIds& ids)
    : embedding_(embedding), atoms_(atoms), ids_(ids), column_of_(atoms.size(), none) {
    with_python([&] {
        AtomNames names(task, atoms);
        nb::list listed;
        for (AtomId atom = 0; atom < atoms.size(); ++atom) {
            if (names.is_invented(atom)) continue;
            column_of_[atom] = static_cast<std::uint32_t>(columns_++);
            listed.append(names[atom]);
        }
        embedding_.attr("begin")(listed);
    });
}

void EmbeddingFeatures::add_row(std::span<const AtomId> atoms) {
    if (atoms_.size() != column_of_.size())
        throw nb::value_error("an embedding needs the engine 'grounded': atoms came up later");
    rows_.resize(rows_.size() + columns_, 0);
    std::uint8_t* const row = rows_.data() + (rows_.size() - columns_);
    for (const AtomId atom : atoms)
        if (column_of_[atom] != none) row[column_of_[atom]] = 1;
    ++row_count_;
}

void EmbeddingFeatures::embed() {
    with_python([&] {
        const nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<2>> rows(rows_.data(), {row_count_, columns_},
                                                                           nb::handle());
        using Codes = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
        const nb::object found = embedding_.attr("codes")(nb::cast(rows, nb::rv_policy::copy));
        Codes codes;
        if (!nb::try_cast(found, codes) || codes.shape(0) != row_count_)
            throw nb::type_error("the codes of an embedding are an array of int64 with a row for each state");
        width_ = codes.shape(1);
        codes_.assign(codes.data(), codes.data() + row_count_ * width_);
    });
    work_ += row_count_ * (columns_ / 8 + 16 * width_) + 4096;
    next_ = 0;
}

void EmbeddingFeatures::features(std::size_t row, std::vector<FeatureId>& out) {
    out.clear();
    for (std::uint32_t column = 0; column < width_; ++column) {
        const auto [place, is_new] = known_.try_emplace({column, codes_[row * width_ + column]}, none);
        if (is_new) place->second = ids_.next();
        out.push_back(place->second);
    }
    std::sort(out.begin(), out.end());
}

void EmbeddingFeatures::open(std::span<const AtomId> atoms) {
    parent_.assign(atoms.begin(), atoms.end());
    rows_.clear();
    row_count_ = 0;
    add_row(parent_);
    embed();
    features(0, opened_);
    next_ = row_count_;
}

void EmbeddingFeatures::expect(const Expansion& expansion, std::span<const Value> h) {
    rows_.clear();
    row_count_ = 0;
    for (std::size_t i = 0; i < expansion.children.size(); ++i) {
        if (h[i] == dead_end) continue;
        expansion.atoms(expansion.children[i], child_);
        add_row(child_);
    }
    if (row_count_ != 0) embed();
}

void EmbeddingFeatures::diff(std::span<const AtomId> added, std::span<const AtomId> removed,
                             std::vector<FeatureId>& gained, std::vector<FeatureId>& lost) {
    if (next_ == row_count_) {  // a child that was not expected
        atoms_of_child(parent_, added, removed, child_);
        rows_.clear();
        row_count_ = 0;
        add_row(child_);
        embed();
    }
    features(next_++, found_);
    std::set_difference(found_.begin(), found_.end(), opened_.begin(), opened_.end(), std::back_inserter(gained));
    std::set_difference(opened_.begin(), opened_.end(), found_.begin(), found_.end(), std::back_inserter(lost));
}

void EmbeddingFeatures::counts(std::vector<FeatureCount>& out) const {
    out.push_back({"embedding", none, known_.size()});
}

std::size_t EmbeddingFeatures::bytes() const {
    return rows_.capacity() + codes_.capacity() * sizeof(std::int64_t) +
           known_.bucket_count() * (sizeof(Code) + sizeof(FeatureId) + 1);
}

std::optional<FeatureDescription> EmbeddingFeatures::describe(FeatureId feature) const {
    for (const auto& [code, id] : known_) {
        if (id == feature)
            return FeatureDescription{"embedding", none,
                                      "column " + std::to_string(code.first) + ": " + std::to_string(code.second), 1};
    }
    return std::nullopt;
}

}  // namespace isonova::bindings
