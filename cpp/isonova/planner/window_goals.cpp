#include "isonova/planner/window_goals.hpp"

namespace isonova {

namespace {

// Fluents that the value of some atoms depends on.
class Reader {
  public:
    explicit Reader(const GroundTask& task) : task_(task), seen_(task.atoms.size(), 0) {
        Rows heads;
        for (const AtomId head : task.axiom_head) heads.push_row(std::span(&head, 1));
        axioms_of_ = heads.transposed(task.atoms.size());
    }

    void begin() {
        ++stamp_;
        fluents_.clear();
    }
    void read(std::span<const AtomId> atoms) {
        add(atoms);
        while (!stack_.empty()) {
            const AtomId derived = stack_.back();
            stack_.pop_back();
            for (const std::uint32_t axiom : axioms_of_[derived]) {
                add(task_.axiom_body[axiom]);
                add(task_.axiom_negative_body[axiom]);
            }
        }
    }
    std::span<const AtomId> fluents() const { return fluents_; }  // since `begin`, each once

  private:
    void add(std::span<const AtomId> atoms) {
        for (const AtomId atom : atoms) {
            if (seen_[atom] == stamp_) continue;
            seen_[atom] = stamp_;
            (atom < task_.fluent_count ? fluents_ : stack_).push_back(atom);
        }
    }

    const GroundTask& task_;
    Rows axioms_of_;                   // of each atom
    std::vector<std::uint32_t> seen_;  // stamps, per atom
    std::uint32_t stamp_ = 0;
    std::vector<AtomId> stack_, fluents_;
};

}  // namespace

std::optional<PlanTrace> trace_plan(Simulation& simulation, const Rows& ways) {
    const GroundTask& task = simulation.task();
    Reader reader(task);
    PlanTrace out;
    std::vector<AtomId> changes;
    simulation.start(out.states.emplace_back());
    out.cost.push_back(0);
    for (std::size_t step = 0; step < ways.size(); ++step) {
        Simulation::State state = out.states.back();
        const ActionId action = simulation.applicable(ways[step], state);
        if (action == none) return std::nullopt;
        simulation.apply(action, state, changes);
        out.states.push_back(std::move(state));
        out.cost.push_back(out.cost.back() + task.cost[action]);

        reader.begin();
        reader.read(task.precondition[action]);
        reader.read(task.negative_precondition[action]);
        for (std::uint32_t e = task.effect_start[action]; e < task.effect_start[action + 1]; ++e) {
            reader.read(task.effect_condition[e]);
            reader.read(task.effect_negative_condition[e]);
        }
        out.reads.push_row(reader.fluents());
        const auto write = [&](std::span<const AtomId> atoms) {
            for (const AtomId atom : atoms) out.writes.push(atom);
        };
        write(task.adds[action]);
        write(task.deletes[action]);
        for (const std::uint32_t e : simulation.fired()) {
            write(task.effect_adds[e]);
            write(task.effect_deletes[e]);
        }
        out.writes.end_row();
    }
    if (!simulation.is_goal(out.states.back())) return std::nullopt;

    out.needed.assign(out.states.size(), Simulation::State(words_for(task.fluent_count), 0));
    reader.begin();
    reader.read(task.goal);
    reader.read(task.negative_goal);
    for (const AtomId atom : reader.fluents()) insert(out.needed.back().data(), atom);
    for (std::size_t step = ways.size(); step-- > 0;) {
        Simulation::State& needed = out.needed[step] = out.needed[step + 1];
        for (const AtomId atom : out.writes[step]) needed[atom >> 6] &= ~(Word{1} << (atom & 63));
        for (const AtomId atom : out.reads[step]) insert(needed.data(), atom);
    }
    return out;
}

}  // namespace isonova
