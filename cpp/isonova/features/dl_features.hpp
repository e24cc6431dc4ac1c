// `dl`: how many objects are in each of a set of description-logic concepts, and how many pairs in each role (the
// grammar of Martín and Geffner, "Learning generalized policies from examples using concept languages", 2004; sizes as
// features as in DLPlan). Concepts and roles are made once, from the simplest on:
//
//   concepts  predicate[i]        objects that are the i-th argument of a true atom
//             goal predicate[i]   ... of a positive goal
//             type name, {name}   objects of a type, a domain constant, and `top`: all of them
//             not(C), and(C,D), some(R,C), all(R,C), equal(R,S)
//   roles     predicate[i,j], goal predicate[i,j], inverse(R), closure(R), compose(R,S)
//
// One that has the same members as a simpler one in the initial state and in a few random ones is left out, and so is
// one for which a budget of elements or of bits has no room. A state is evaluated from scratch, element by element, as
// bits. Sizes cannot tell symmetric states apart.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isonova/features/feature_map.hpp"
#include "isonova/state/bits.hpp"

namespace isonova {

struct DlOptions {
    std::uint32_t complexity = 4;  // words in a concept or role
    std::size_t elements = 256;
    std::size_t words = 1 << 15;  // of 64 bits, for all elements of one state
};

class DlFeatures : public FeatureMap {
  public:
    // `task` and `atoms` must outlive it.
    DlFeatures(const Task& task, const AtomTable& atoms, FeatureIds& ids, const DlOptions& options = {});

    void open(std::span<const AtomId> atoms) override;
    std::span<const FeatureId> all() override { return features_; }
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override;
    void counts(std::vector<FeatureCount>& out) const override;
    std::size_t bytes() const override;
    std::uint64_t work() const override { return work_; }
    std::optional<FeatureDescription> describe(FeatureId feature) const override;

    std::size_t element_count() const { return elements_.size(); }

  private:
    enum class Kind : std::uint8_t {
        top,
        argument,  // of a true atom; a: predicate, b: place
        goal_argument,
        type,      // a: type
        constant,  // a: object
        negation,
        conjunction,
        some,
        all,
        equal,
        arguments,  // of a true atom; a: predicate, b, c: places
        goal_arguments,
        inverse,
        closure,
        composition,
    };
    struct Element {
        Kind kind;
        std::uint32_t a = 0, b = 0, c = 0;
        std::uint32_t complexity = 1;
        std::size_t first = 0;  // of its bits
    };
    using Bits = std::vector<Word>;
    // The atoms of a state that elements look at, by predicate: arguments, one atom after the other.
    using Facts = std::vector<std::vector<ObjectId>>;
    using Sizes = std::vector<std::uint32_t>;

    static bool is_role(Kind kind) { return kind >= Kind::arguments; }
    std::size_t words_of(Kind kind) const { return is_role(kind) ? objects_ * row_ : row_; }

    void make(const DlOptions& options);
    Facts initial_facts() const;
    Facts random_facts(std::uint64_t seed) const;
    void add_statics(Facts& facts) const;
    void add(const Element& element, const DlOptions& options);  // unless another one has the same members
    void evaluate(const Element& element, const Facts& facts, Bits& bits) const;
    void sizes(std::span<const AtomId> atoms, Sizes& out);
    FeatureId feature(std::uint32_t element, std::uint32_t size);
    std::string text(const Element& element) const;
    std::uint32_t count(const Element& element, const Bits& bits) const;

    const Task& task_;
    const AtomTable& atoms_;
    FeatureIds& ids_;
    std::uint32_t objects_;
    std::size_t row_;  // words of a concept, and of a row of a role
    Facts goals_;
    std::vector<Element> elements_;
    std::size_t words_ = 0;

    // While elements are made: members of each in each of a few states.
    std::vector<Facts> samples_;
    std::vector<Bits> sample_bits_;
    boost::unordered_flat_map<Bits, std::uint32_t> seen_;

    Facts statics_, facts_;
    Bits bits_;
    boost::unordered_flat_map<std::pair<std::uint32_t, std::uint32_t>, FeatureId> known_;
    std::vector<AtomId> opened_, child_;
    Sizes sizes_, child_sizes_;
    std::vector<FeatureId> features_;
    std::uint64_t work_ = 0;
};

}  // namespace isonova
