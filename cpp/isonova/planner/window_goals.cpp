#include "isonova/planner/window_goals.hpp"

namespace isonova {

namespace {

// Fluents that the value of some atoms depends on.
class Reader {
  public:
    explicit Reader(const GroundTask& task) : task_(task), seen_(task.atoms.size() - task.fluent_count, 0) {
        Rows heads;
        for (const AtomId head : task.axiom_head) heads.push_row(std::span(&head, 1));
        axioms_of_ = heads.transposed(task.atoms.size());
    }

    void begin(Simulation::State& reads) {
        reads_ = &reads;
        ++stamp_;
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

  private:
    void add(std::span<const AtomId> atoms) {
        for (const AtomId atom : atoms) {
            if (atom < task_.fluent_count) {
                insert(reads_->data(), atom);
            } else if (seen_[atom - task_.fluent_count] != stamp_) {
                seen_[atom - task_.fluent_count] = stamp_;
                stack_.push_back(atom);
            }
        }
    }

    const GroundTask& task_;
    Rows axioms_of_;                   // of each atom
    std::vector<std::uint32_t> seen_;  // stamps, per derived atom
    std::uint32_t stamp_ = 0;
    std::vector<AtomId> stack_;
    Simulation::State* reads_ = nullptr;
};

}  // namespace

std::optional<PlanTrace> trace_plan(Simulation& simulation, const Rows& ways) {
    const GroundTask& task = simulation.task();
    PlanTrace out;
    std::vector<ActionId> actions;
    Rows fired;
    std::vector<AtomId> changes;
    simulation.start(out.states.emplace_back());
    out.cost.push_back(0);
    for (std::size_t step = 0; step < ways.size(); ++step) {
        Simulation::State state = out.states.back();
        actions.push_back(simulation.applicable(ways[step], state));
        if (actions.back() == none) return std::nullopt;
        simulation.apply(actions.back(), state, changes);
        fired.push_row(simulation.fired());
        out.states.push_back(std::move(state));
        out.cost.push_back(out.cost.back() + task.cost[actions.back()]);
    }
    if (!simulation.is_goal(out.states.back())) return std::nullopt;

    Reader reader(task);
    out.reads.assign(out.states.size(), Simulation::State(words_for(task.fluent_count), 0));
    reader.begin(out.reads.back());
    reader.read(task.goal);
    reader.read(task.negative_goal);
    for (std::size_t step = actions.size(); step-- > 0;) {
        const ActionId action = actions[step];
        Simulation::State& reads = out.reads[step] = out.reads[step + 1];
        const auto write = [&](std::span<const AtomId> atoms) {
            for (const AtomId atom : atoms) reads[atom >> 6] &= ~(Word{1} << (atom & 63));
        };
        write(task.adds[action]);
        write(task.deletes[action]);
        for (const std::uint32_t e : fired[step]) {
            write(task.effect_adds[e]);
            write(task.effect_deletes[e]);
        }
        reader.begin(reads);
        reader.read(task.precondition[action]);
        reader.read(task.negative_precondition[action]);
        for (std::uint32_t e = task.effect_start[action]; e < task.effect_start[action + 1]; ++e) {
            reader.read(task.effect_condition[e]);
            reader.read(task.effect_negative_condition[e]);
        }
    }
    return out;
}

}  // namespace isonova
