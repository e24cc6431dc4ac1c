#include "isonova/ground/mutex_groups.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <deque>
#include <limits>
#include <set>
#include <span>
#include <unordered_map>

namespace isonova {
namespace {

using Positions = std::vector<std::uint32_t>;

struct Part {
    PredicateId predicate;
    Positions kept;  // the argument that stands for each parameter of the family; the others may be anything
    friend auto operator<=>(const Part&, const Part&) = default;
};
using Family = std::vector<Part>;  // sorted, one part per predicate, all with as many parameters

bool contains(std::span<const AtomId> atoms, AtomId atom) {
    return std::find(atoms.begin(), atoms.end(), atom) != atoms.end();
}

// An add that nothing in its group makes room for: what could be part of the family to mend it.
struct Gap {
    AtomId added;
    ActionId action;
    std::uint32_t effect;  // `none`: an unconditional one
};

enum class Verdict : std::uint8_t { holds, gap, broken };

class Synthesis {
  public:
    Synthesis(const GroundTask& task, Limits& limits, const MutexOptions& options)
        : task_(task), limits_(limits), options_(options), group_of_(task.fluent_count) {
        schema_start_.assign(task.task->schemata.size() + 1, 0);
        for (const SchemaId schema : task.schema) ++schema_start_[schema + 1];
        for (std::size_t i = 1; i < schema_start_.size(); ++i) schema_start_[i] += schema_start_[i - 1];
        is_init_.assign(task.fluent_count, false);
        for (const AtomId atom : task.init) is_init_[atom] = true;
        find_touched();
    }

    std::vector<MutexGroup> run() {
        first_guesses();
        for (std::uint32_t count = 0; !queue_.empty() && count < options_.max_families; ++count) {
            const Family family = std::move(queue_.front());
            queue_.pop_front();
            if (!assign_groups(family)) continue;
            never_empty_ = true;
            Gap gap{};
            const Verdict verdict = check(family, gap);
            if (visits_ > options_.max_visits) break;
            if (verdict == Verdict::holds) {
                collect();
            } else if (verdict == Verdict::gap) {
                mend(family, gap);
            }
        }
        return std::move(found_);
    }

  private:
    // Which predicates the actions of a schema add or delete.
    void find_touched() {
        touches_.assign(task_.task->schemata.size(), std::vector<bool>(task_.task->predicates.size(), false));
        for (ActionId action = 0; action < task_.action_count(); ++action) {
            const auto note = [&](std::span<const AtomId> atoms) {
                for (const AtomId atom : atoms) touches_[task_.schema[action]][task_.atoms.predicate(atom)] = true;
            };
            note(task_.adds[action]);
            note(task_.deletes[action]);
            for (std::uint32_t e = task_.effect_start[action]; e < task_.effect_start[action + 1]; ++e) {
                note(task_.effect_adds[e]);
                note(task_.effect_deletes[e]);
            }
        }
    }

    void propose(Family family) {
        std::sort(family.begin(), family.end());
        if (seen_.insert(family).second) queue_.push_back(std::move(family));
    }

    void first_guesses() {
        const auto& predicates = task_.task->predicates;
        for (PredicateId p = 0; p < predicates.size(); ++p) {
            if (predicates[p].kind != PredicateKind::fluent) continue;
            const std::uint32_t arity = predicates[p].arity();
            if (arity > 8) continue;
            for (std::uint32_t mask = 0; mask < (1u << arity); ++mask) {
                if (std::popcount(mask) + 2 < static_cast<int>(arity)) continue;
                Part part{p, {}};
                for (std::uint32_t i = 0; i < arity; ++i) {
                    if (mask >> i & 1) part.kept.push_back(i);
                }
                propose({part});
            }
        }
    }

    // Numbers the groups of a family: one for each value of its parameters.
    bool assign_groups(const Family& family) {
        const std::uint64_t objects = task_.task->objects.size() + 1;
        std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        for (std::size_t i = 0; i < family[0].kept.size(); ++i) most /= objects;
        if (most == 0) return false;
        part_of_.assign(task_.task->predicates.size(), nullptr);
        for (const Part& part : family) part_of_[part.predicate] = &part;
        std::unordered_map<std::uint64_t, std::uint32_t> groups;
        groups_.clear();
        for (AtomId atom = 0; atom < task_.fluent_count; ++atom) {
            const Part* part = part_of_[task_.atoms.predicate(atom)];
            if (!part) {
                group_of_[atom] = none;
                continue;
            }
            std::uint64_t key = 0;
            for (const std::uint32_t position : part->kept) key = key * objects + task_.atoms.args(atom)[position];
            const auto [entry, is_new] = groups.emplace(key, static_cast<std::uint32_t>(groups_.size()));
            if (is_new) groups_.push_back({});
            Group& group = groups_[entry->second];
            ++group.atoms;
            group.initially += is_init_[atom];
            group_of_[atom] = entry->second;
        }
        visits_ += task_.fluent_count;
        return groups_.size() < task_.fluent_count;
    }

    std::uint32_t group(AtomId atom) const { return atom < task_.fluent_count ? group_of_[atom] : none; }

    Verdict check(const Family& family, Gap& gap) {
        for (SchemaId s = 0; s < touches_.size(); ++s) {
            const auto touched = [&](const Part& part) { return touches_[s][part.predicate]; };
            if (std::none_of(family.begin(), family.end(), touched)) continue;
            for (ActionId action = schema_start_[s]; action < schema_start_[s + 1]; ++action) {
                if (const Verdict verdict = check(action, gap); verdict != Verdict::holds) return verdict;
                if (visits_ > options_.max_visits) return Verdict::broken;
                if ((action & 1023) == 0) {
                    if (const Halt halt = limits_.check(); halt != Halt::go_on) throw Halted{halt};
                }
            }
        }
        return Verdict::holds;
    }

    // The one atom of a group that must have been true for `conditions` to hold; nothing if there is none. `broken` if
    // there are two, so that they never hold.
    struct Source {
        Verdict verdict;
        AtomId atom;
    };
    Source source(std::uint32_t group, std::span<const AtomId> precondition, std::span<const AtomId> condition) const {
        AtomId found = none;
        for (const auto atoms : {precondition, condition}) {
            for (const AtomId atom : atoms) {
                if (this->group(atom) != group || atom == found) continue;
                if (found != none) return {Verdict::broken, none};
                found = atom;
            }
        }
        return {found == none ? Verdict::gap : Verdict::holds, found};
    }

    // Where `from` was the group's true atom, the action makes it `to`.
    struct Move {
        std::uint32_t group;
        AtomId from, to;
    };

    Verdict check(ActionId action, Gap& gap) {
        moves_.clear();
        const auto precondition = task_.precondition[action];
        const auto adds = task_.adds[action];
        const auto deletes = task_.deletes[action];
        visits_ += precondition.size() + adds.size() + deletes.size();
        if (const Verdict verdict = check_adds(adds, precondition, {}, deletes, {}); verdict != Verdict::holds) {
            gap = {failed_, action, none};
            return verdict;
        }
        check_deletes(deletes, adds, {});
        for (std::uint32_t e = task_.effect_start[action]; e < task_.effect_start[action + 1]; ++e) {
            const auto condition = task_.effect_condition[e];
            visits_ += condition.size() + task_.effect_adds[e].size() + task_.effect_deletes[e].size();
            const Verdict verdict =
                check_adds(task_.effect_adds[e], precondition, condition, deletes, task_.effect_deletes[e]);
            if (verdict != Verdict::holds) {
                gap = {failed_, action, e};
                return verdict;
            }
            check_deletes(task_.effect_deletes[e], adds, task_.effect_adds[e]);
        }
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            for (std::size_t j = i + 1; j < moves_.size(); ++j) {
                if (moves_[i].group == moves_[j].group && moves_[i].from == moves_[j].from &&
                    moves_[i].to != moves_[j].to) {
                    return Verdict::broken;
                }
            }
        }
        return Verdict::holds;
    }

    Verdict check_adds(std::span<const AtomId> adds, std::span<const AtomId> precondition,
                       std::span<const AtomId> condition, std::span<const AtomId> deletes,
                       std::span<const AtomId> more_deletes) {
        for (const AtomId atom : adds) {
            const std::uint32_t group = this->group(atom);
            if (group == none) continue;
            failed_ = atom;
            const Source source = this->source(group, precondition, condition);
            if (source.verdict == Verdict::broken) continue;
            if (source.verdict == Verdict::gap) {
                // Two adds to one group cannot be mended by a further part.
                const auto same = [&](AtomId other) { return other != atom && this->group(other) == group; };
                return std::any_of(adds.begin(), adds.end(), same) ? Verdict::broken : Verdict::gap;
            }
            if (source.atom != atom && !contains(deletes, source.atom) && !contains(more_deletes, source.atom)) {
                return Verdict::broken;
            }
            moves_.push_back({group, source.atom, atom});
        }
        return Verdict::holds;
    }

    // Whether some delete may leave its group empty.
    void check_deletes(std::span<const AtomId> deletes, std::span<const AtomId> adds,
                       std::span<const AtomId> more_adds) {
        for (const AtomId atom : deletes) {
            const std::uint32_t group = this->group(atom);
            if (group == none) continue;
            const auto same = [&](AtomId other) { return this->group(other) == group; };
            if (std::none_of(adds.begin(), adds.end(), same) &&
                std::none_of(more_adds.begin(), more_adds.end(), same)) {
                never_empty_ = false;
            }
        }
    }

    void collect() {
        std::vector<MutexGroup> groups(groups_.size());
        for (std::size_t i = 0; i < groups.size(); ++i) {
            groups[i].never_empty = never_empty_ && groups_[i].initially == 1;
        }
        for (AtomId atom = 0; atom < task_.fluent_count; ++atom) {
            if (group_of_[atom] != none) groups[group_of_[atom]].atoms.push_back(atom);
        }
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (groups_[i].initially < 2 && groups_[i].atoms > 1) found_.push_back(std::move(groups[i]));
        }
    }

    // Families with a further part: an atom that the action needs and deletes, and that speaks of the same objects.
    void mend(const Family& family, const Gap& gap) {
        const Part& part = *part_of_[task_.atoms.predicate(gap.added)];
        std::vector<ObjectId> objects;
        for (const std::uint32_t position : part.kept) objects.push_back(task_.atoms.args(gap.added)[position]);
        const auto precondition = task_.precondition[gap.action];
        const bool conditional = gap.effect != none;
        const auto condition = conditional ? task_.effect_condition[gap.effect] : std::span<const AtomId>{};
        const auto try_deletes = [&](std::span<const AtomId> deletes) {
            for (const AtomId atom : deletes) {
                if (part_of_[task_.atoms.predicate(atom)]) continue;
                if (!contains(precondition, atom) && !contains(condition, atom)) continue;
                Positions kept;
                extend(family, atom, objects, kept);
            }
        };
        try_deletes(task_.deletes[gap.action]);
        if (conditional) try_deletes(task_.effect_deletes[gap.effect]);
    }

    void extend(const Family& family, AtomId atom, const std::vector<ObjectId>& objects, Positions& kept) {
        const auto args = task_.atoms.args(atom);
        if (kept.size() == objects.size()) {
            Family wider = family;
            wider.push_back({task_.atoms.predicate(atom), kept});
            propose(std::move(wider));
            return;
        }
        for (std::uint32_t position = 0; position < args.size(); ++position) {
            if (args[position] != objects[kept.size()]) continue;
            if (std::find(kept.begin(), kept.end(), position) != kept.end()) continue;
            kept.push_back(position);
            extend(family, atom, objects, kept);
            kept.pop_back();
        }
    }

    struct Group {
        std::uint32_t atoms = 0;
        std::uint32_t initially = 0;
    };

    const GroundTask& task_;
    Limits& limits_;
    const MutexOptions& options_;
    std::vector<ActionId> schema_start_;
    std::vector<std::vector<bool>> touches_;  // schema, predicate
    std::vector<bool> is_init_;
    std::deque<Family> queue_;
    std::set<Family> seen_;
    std::uint64_t visits_ = 0;
    std::vector<MutexGroup> found_;
    // Of the family being looked at.
    std::vector<const Part*> part_of_;  // per predicate
    std::vector<std::uint32_t> group_of_;
    std::vector<Group> groups_;
    std::vector<Move> moves_;
    AtomId failed_ = none;
    bool never_empty_ = false;
};

}  // namespace

std::vector<MutexGroup> mutex_groups(const GroundTask& task, Limits& limits, const MutexOptions& options) {
    return Synthesis(task, limits, options).run();
}

}  // namespace isonova
