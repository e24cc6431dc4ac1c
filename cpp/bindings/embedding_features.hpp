// Features from an embedding written in Python: a function from many states at once, the rows of a NumPy array, to rows
// of whole numbers. A feature is a column of the result with the number in it. All children of an expansion go through
// one call.
#pragma once

#include <nanobind/nanobind.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <utility>
#include <vector>

#include "isonova/features/feature_map.hpp"

namespace isonova::bindings {

namespace nb = nanobind;

class EmbeddingFeatures : public FeatureMap {
  public:
    // `embedding` has begin(atoms) and codes(rows); it, `task` and `atoms` must outlive the map.
    EmbeddingFeatures(nb::handle embedding, const Task& task, const AtomTable& atoms, FeatureIds& ids);

    void open(std::span<const AtomId> atoms) override;
    void expect(const Expansion& expansion, std::span<const Value> h) override;
    std::span<const FeatureId> all() override { return opened_; }
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;
    void counts(std::vector<FeatureCount>& out) const override;
    std::size_t bytes() const override;
    std::uint64_t work() const override { return work_; }
    std::optional<FeatureDescription> describe(FeatureId feature) const override;

  private:
    using Code = std::pair<std::uint32_t, std::int64_t>;  // a column and the number in it

    void add_row(std::span<const AtomId> atoms);
    void embed();  // rows_ to codes_
    void features(std::size_t row, std::vector<FeatureId>& out);

    nb::handle embedding_;
    const AtomTable& atoms_;
    FeatureIds& ids_;
    boost::unordered_flat_map<Code, FeatureId> known_;
    std::vector<std::uint32_t> column_of_;  // of atoms, when the map was made; `none` for invented ones
    std::size_t columns_ = 0;
    std::vector<std::uint8_t> rows_;
    std::vector<std::int64_t> codes_;
    std::size_t row_count_ = 0, width_ = 0;  // of codes_
    std::size_t next_ = 0;  // the row of the child that is asked for next; row_count_: none is expected
    std::vector<AtomId> parent_, child_;
    std::vector<FeatureId> opened_, found_;
    std::uint64_t work_ = 0;
};

}  // namespace isonova::bindings
