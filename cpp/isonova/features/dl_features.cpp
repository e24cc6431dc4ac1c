#include "isonova/features/dl_features.hpp"

#include <algorithm>
#include <bit>
#include <boost/container_hash/hash.hpp>
#include <random>

namespace isonova {

namespace {

constexpr int sample_count = 4;

void set(Word* bits, std::uint32_t bit) {
    bits[bit / 64] |= Word{1} << (bit % 64);
}

}  // namespace

DlFeatures::DlFeatures(const Task& task, const AtomTable& atoms, FeatureIds& ids, const DlOptions& options)
    : task_(task),
      atoms_(atoms),
      ids_(ids),
      objects_(static_cast<std::uint32_t>(task.objects.size())),
      row_((task.objects.size() + 63) / 64),
      goals_(task.predicates.size()),
      statics_(task.predicates.size()) {
    for (const Literal& literal : task.goal) {
        if (literal.negated) continue;
        for (const Term term : literal.args) goals_[literal.predicate].push_back(term.object());
    }
    add_statics(statics_);
    make(options);
    samples_.clear();
    sample_bits_.clear();
    seen_.clear();
    bits_.resize(words_);
}

void DlFeatures::add_statics(Facts& facts) const {
    for (std::size_t i = 0; i < task_.init.size(); ++i) {
        const auto predicate = task_.init.predicate(i);
        if (task_.predicates[predicate].kind != PredicateKind::fixed) continue;
        const auto args = task_.init.args(i);
        facts[predicate].insert(facts[predicate].end(), args.begin(), args.end());
    }
}

DlFeatures::Facts DlFeatures::initial_facts() const {
    Facts facts(task_.predicates.size());
    for (std::size_t i = 0; i < task_.init.size(); ++i) {
        const auto args = task_.init.args(i);
        auto& own = facts[task_.init.predicate(i)];
        own.insert(own.end(), args.begin(), args.end());
    }
    return facts;
}

// Static atoms as they are; of every other predicate some atoms, whether they can be true together or not.
DlFeatures::Facts DlFeatures::random_facts(std::uint64_t seed) const {
    Facts facts = statics_;
    std::mt19937_64 random(seed);
    for (std::size_t p = 0; p < task_.predicates.size(); ++p) {
        const Predicate& predicate = task_.predicates[p];
        if (predicate.kind == PredicateKind::fixed || objects_ == 0) continue;
        for (std::uint64_t count = 1 + random() % (2 * objects_); count-- > 0;)
            for (std::size_t i = 0; i < predicate.arity(); ++i)
                facts[p].push_back(static_cast<ObjectId>(random() % objects_));
    }
    return facts;
}

void DlFeatures::add(const Element& element, const DlOptions& options) {
    const std::size_t words = words_of(element.kind);
    if (elements_.size() == options.elements || words_ + words > options.words) return;
    Element made = element;
    made.first = words_;
    Bits members;
    for (int i = 0; i < sample_count; ++i) {
        sample_bits_[i].resize(words_ + words);
        evaluate(made, samples_[i], sample_bits_[i]);
        members.insert(members.end(), sample_bits_[i].begin() + static_cast<std::ptrdiff_t>(words_),
                       sample_bits_[i].end());
    }
    if (!seen_.try_emplace(std::move(members), static_cast<std::uint32_t>(elements_.size())).second) return;
    elements_.push_back(made);
    words_ += words;
}

void DlFeatures::make(const DlOptions& options) {
    samples_.push_back(initial_facts());
    for (std::uint64_t seed = 1; seed < sample_count; ++seed) samples_.push_back(random_facts(seed));
    sample_bits_.resize(sample_count);
    const auto simple = [&](Kind kind, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0) {
        add({kind, a, b, c}, options);
    };
    simple(Kind::top);
    for (std::uint32_t type = 1; type < task_.types.size(); ++type) simple(Kind::type, type);
    for (ObjectId o = 0; o < objects_; ++o)
        if (task_.objects[o].is_constant) simple(Kind::constant, o);
    const auto each_predicate = [&](auto work) {
        for (const bool goal : {false, true}) {
            for (std::uint32_t p = 0; p < task_.predicates.size(); ++p) {
                if (task_.predicates[p].invented || (goal && goals_[p].empty())) continue;
                work(p, static_cast<std::uint32_t>(task_.predicates[p].arity()), goal);
            }
        }
    };
    each_predicate([&](std::uint32_t p, std::uint32_t arity, bool goal) {
        for (std::uint32_t i = 0; i < arity; ++i) simple(goal ? Kind::goal_argument : Kind::argument, p, i);
    });
    each_predicate([&](std::uint32_t p, std::uint32_t arity, bool goal) {  // after concepts: they need far more bits
        for (std::uint32_t i = 0; i < arity; ++i)
            for (std::uint32_t j = i + 1; j < arity; ++j)
                simple(goal ? Kind::goal_arguments : Kind::arguments, p, i, j);
    });
    for (std::uint32_t complexity = 2; complexity <= options.complexity; ++complexity) {
        const auto known = static_cast<std::uint32_t>(elements_.size());
        const auto made = [&](Kind kind, std::uint32_t a, std::uint32_t b = 0) {
            add({kind, a, b, 0, complexity}, options);
        };
        for (std::uint32_t a = 0; a < known; ++a) {
            const Element one = elements_[a];
            if (one.complexity + 1 == complexity) {
                if (is_role(one.kind)) {
                    made(Kind::inverse, a);
                    made(Kind::closure, a);
                } else {
                    made(Kind::negation, a);
                }
            }
            for (std::uint32_t b = 0; b < known; ++b) {
                const Element other = elements_[b];
                if (one.complexity + other.complexity + 1 != complexity) continue;
                if (!is_role(one.kind)) {
                    if (!is_role(other.kind) && a < b) made(Kind::conjunction, a, b);
                } else if (!is_role(other.kind)) {
                    made(Kind::some, a, b);
                    made(Kind::all, a, b);
                } else {
                    if (a < b) made(Kind::equal, a, b);
                    made(Kind::composition, a, b);
                }
            }
        }
    }
}

void DlFeatures::evaluate(const Element& element, const Facts& facts, Bits& bits) const {
    Word* const out = bits.data() + element.first;
    const std::size_t words = words_of(element.kind);
    std::fill_n(out, words, 0);
    const auto of = [&](std::uint32_t place) { return bits.data() + elements_[place].first; };
    const auto row = [&](const Word* role, std::uint32_t object) { return role + object * row_; };
    const auto arguments = [&](const std::vector<ObjectId>& atoms) {
        const std::size_t arity = task_.predicates[element.a].arity();
        for (std::size_t i = 0; i < atoms.size(); i += arity) {
            const ObjectId first = atoms[i + element.b];
            if (is_role(element.kind))
                set(out + first * row_, atoms[i + element.c]);
            else
                set(out, first);
        }
    };
    switch (element.kind) {
        case Kind::top:
            for (ObjectId o = 0; o < objects_; ++o) set(out, o);
            break;
        case Kind::type:
            for (const ObjectId o : task_.set(task_.types[element.a].objects)) set(out, o);
            break;
        case Kind::constant:
            set(out, element.a);
            break;
        case Kind::argument:
        case Kind::arguments:
            arguments(facts[element.a]);
            break;
        case Kind::goal_argument:
        case Kind::goal_arguments:
            arguments(goals_[element.a]);
            break;
        case Kind::negation: {
            const Word *all = of(0), *a = of(element.a);
            for (std::size_t i = 0; i < row_; ++i) out[i] = all[i] & ~a[i];
            break;
        }
        case Kind::conjunction: {
            const Word *a = of(element.a), *b = of(element.b);
            for (std::size_t i = 0; i < row_; ++i) out[i] = a[i] & b[i];
            break;
        }
        case Kind::some:
        case Kind::all: {
            const bool some = element.kind == Kind::some;
            const Word *role = of(element.a), *concept_ = of(element.b);
            for (ObjectId o = 0; o < objects_; ++o) {
                const Word* others = row(role, o);
                bool any = false;  // is there one in the concept, or outside it
                for (std::size_t i = 0; i < row_; ++i) any |= (others[i] & (some ? concept_[i] : ~concept_[i])) != 0;
                if (any == some) set(out, o);
            }
            break;
        }
        case Kind::equal: {
            const Word *a = of(element.a), *b = of(element.b);
            for (ObjectId o = 0; o < objects_; ++o)
                if (std::equal(row(a, o), row(a, o) + row_, row(b, o))) set(out, o);
            break;
        }
        case Kind::inverse: {
            const Word* role = of(element.a);
            for (ObjectId o = 0; o < objects_; ++o)
                for (ObjectId other = 0; other < objects_; ++other)
                    if (test(row(role, o), other)) set(out + other * row_, o);
            break;
        }
        case Kind::closure: {
            std::copy_n(of(element.a), words, out);
            for (ObjectId middle = 0; middle < objects_; ++middle)
                for (ObjectId o = 0; o < objects_; ++o)
                    if (test(out + o * row_, middle))
                        for (std::size_t i = 0; i < row_; ++i) out[o * row_ + i] |= out[middle * row_ + i];
            break;
        }
        case Kind::composition: {
            const Word *a = of(element.a), *b = of(element.b);
            for (ObjectId o = 0; o < objects_; ++o)
                for (ObjectId middle = 0; middle < objects_; ++middle)
                    if (test(row(a, o), middle))
                        for (std::size_t i = 0; i < row_; ++i) out[o * row_ + i] |= b[middle * row_ + i];
            break;
        }
    }
}

std::uint32_t DlFeatures::count(const Element& element, const Bits& bits) const {
    std::uint32_t sum = 0;
    for (std::size_t i = 0, words = words_of(element.kind); i < words; ++i)
        sum += static_cast<std::uint32_t>(std::popcount(bits[element.first + i]));
    return sum;
}

void DlFeatures::sizes(std::span<const AtomId> atoms, Sizes& out) {
    facts_ = statics_;
    for (const AtomId atom : atoms) {
        const auto args = atoms_.args(atom);
        auto& own = facts_[atoms_.predicate(atom)];
        own.insert(own.end(), args.begin(), args.end());
    }
    out.clear();
    for (const Element& element : elements_) {
        evaluate(element, facts_, bits_);
        out.push_back(count(element, bits_));
    }
    work_ += atoms.size() + words_;
}

FeatureId DlFeatures::feature(std::uint32_t element, std::uint32_t size) {
    const auto [place, is_new] = known_.try_emplace({element, size}, none);
    if (is_new) place->second = ids_.next();
    return place->second;
}

void DlFeatures::open(std::span<const AtomId> atoms) {
    opened_.assign(atoms.begin(), atoms.end());
    sizes(opened_, sizes_);
    features_.clear();
    for (std::uint32_t i = 0; i < sizes_.size(); ++i) features_.push_back(feature(i, sizes_[i]));
}

void DlFeatures::diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
                      std::vector<FeatureId>& lost) {
    atoms_of_child(opened_, added, removed, child_);
    sizes(child_, child_sizes_);
    for (std::uint32_t i = 0; i < sizes_.size(); ++i) {
        if (sizes_[i] == child_sizes_[i]) continue;
        lost.push_back(features_[i]);
        gained.push_back(feature(i, child_sizes_[i]));
    }
}

void DlFeatures::counts(std::vector<FeatureCount>& out) const {
    out.push_back({"dl", none, known_.size()});
}

std::size_t DlFeatures::bytes() const {
    return bits_.capacity() * sizeof(Word) + elements_.capacity() * sizeof(Element) +
           known_.bucket_count() * (sizeof(std::pair<std::uint32_t, std::uint32_t>) + sizeof(FeatureId) + 1);
}

std::string DlFeatures::text(const Element& element) const {
    const auto of = [&](std::uint32_t place) { return text(elements_[place]); };
    const auto name = [&] { return task_.predicates[element.a].name + "[" + std::to_string(element.b); };
    switch (element.kind) {
        case Kind::top:
            return "top";
        case Kind::type:
            return "type " + task_.types[element.a].name;
        case Kind::constant:
            return "{" + task_.objects[element.a].name + "}";
        case Kind::argument:
            return name() + "]";
        case Kind::goal_argument:
            return "goal " + name() + "]";
        case Kind::arguments:
            return name() + "," + std::to_string(element.c) + "]";
        case Kind::goal_arguments:
            return "goal " + name() + "," + std::to_string(element.c) + "]";
        case Kind::negation:
            return "not(" + of(element.a) + ")";
        case Kind::conjunction:
            return "and(" + of(element.a) + ", " + of(element.b) + ")";
        case Kind::some:
            return "some(" + of(element.a) + ", " + of(element.b) + ")";
        case Kind::all:
            return "all(" + of(element.a) + ", " + of(element.b) + ")";
        case Kind::equal:
            return "equal(" + of(element.a) + ", " + of(element.b) + ")";
        case Kind::inverse:
            return "inverse(" + of(element.a) + ")";
        case Kind::closure:
            return "closure(" + of(element.a) + ")";
        case Kind::composition:
            return "compose(" + of(element.a) + ", " + of(element.b) + ")";
    }
    return {};
}

std::optional<FeatureDescription> DlFeatures::describe(FeatureId feature) const {
    for (const auto& [about, id] : known_) {
        if (id == feature) return FeatureDescription{"dl", none, text(elements_[about.first]), about.second};
    }
    return std::nullopt;
}

}  // namespace isonova
