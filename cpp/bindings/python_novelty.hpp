// Features and novelty written in Python. The search runs without the GIL; these take it for as long as Python works,
// also when they are destroyed. An exception in Python code leaves the search as nb::python_error, traceback and all.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "isonova/features/feature_map.hpp"
#include "isonova/novelty/novelty.hpp"

namespace isonova::bindings {

namespace nb = nanobind;

// The tuples of strings by which Python calls atoms, each made once. Needs the GIL, also to be destroyed.
class AtomNames {
  public:
    AtomNames(const Task& task, const AtomTable& atoms) : task_(task), atoms_(atoms) {}
    nb::object operator[](AtomId atom);
    nb::object state(std::span<const AtomId> atoms);  // a frozenset, without invented ones
    bool is_invented(AtomId atom) const { return task_.predicates[atoms_.predicate(atom)].invented; }

  private:
    const Task& task_;
    const AtomTable& atoms_;
    std::vector<nb::object> names_;
};

// A function from states to hashable things. A state is a frozenset of atoms, without static and invented ones.
class PythonFeatures : public FeatureMap {
  public:
    // `function` must outlive the map.
    PythonFeatures(nb::handle function, const Task& task, const AtomTable& atoms, FeatureIds& ids);
    ~PythonFeatures() override;
    PythonFeatures(const PythonFeatures&) = delete;
    PythonFeatures& operator=(const PythonFeatures&) = delete;

    void open(std::span<const AtomId> atoms) override;
    std::span<const FeatureId> all() override { return opened_; }
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;
    void counts(std::vector<FeatureCount>& out) const override;
    std::size_t bytes() const override;
    std::uint64_t work() const override { return 4 * listed_; }
    std::optional<FeatureDescription> describe(FeatureId feature) const override;

  private:
    void features(const std::vector<AtomId>& atoms, std::vector<FeatureId>& out);  // sorted

    nb::handle function_;
    FeatureIds& ids_;
    AtomNames* names_;  // freed under the GIL
    PyObject* known_;   // dict from things to ids
    std::uint64_t count_ = 0;
    std::uint64_t listed_ = 0;
    std::vector<AtomId> atoms_, child_atoms_;
    std::vector<FeatureId> opened_, child_;
};

// An object with open(features, h) and score_and_insert(gained, lost, h), which returns a number or two: the key, lower
// is better. The initial state comes as a child, with all it has, of a state without features.
class PythonNovelty : public Novelty {
  public:
    explicit PythonNovelty(nb::handle object) : object_(object) {}  // `object` must outlive it

    Key score_and_insert(std::span<const FeatureId> features, Value h) override;
    void open(std::span<const FeatureId> features, Value h) override;
    Key score_and_insert(std::span<const FeatureId> gained, std::span<const FeatureId> lost, Value h) override;
    bool is_new(const Key& key) const override { return key.primary < 0; }
    std::uint64_t entries() const override { return 0; }
    std::size_t bytes() const override { return 0; }

  private:
    nb::handle object_;
};

}  // namespace isonova::bindings
