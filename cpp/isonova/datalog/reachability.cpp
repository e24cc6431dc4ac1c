#include "isonova/datalog/reachability.hpp"

#include "isonova/datalog/relaxed_rules.hpp"
#include "isonova/datalog/semi_naive.hpp"
#include "isonova/datalog/splitting.hpp"

namespace isonova::datalog {

Relations load(const Program& program) {
    const Task& task = *program.task;
    const auto object_count = static_cast<std::uint32_t>(task.objects.size());
    Relations relations;
    relations.reserve(program.arity.size());
    for (const std::uint32_t arity : program.arity) relations.emplace_back(arity, object_count);
    for (std::size_t i = 0; i < task.init.size(); ++i)
        relations[task.init.predicate(i)].insert(task.init.args(i).data());
    std::vector<bool> used(program.arity.size(), false);
    for (const Rule& rule : program.rules)
        for (const Atom& atom : rule.body) used[atom.relation] = true;
    for (ObjectSetId set = 0; set < task.object_sets.size(); ++set)
        if (used[program.set_relation(set)])
            for (const ObjectId object : task.set(set)) relations[program.set_relation(set)].insert(&object);
    for (RelationId relation = 0; relation < relations.size(); ++relation)
        if (!program.changes[relation]) relations[relation].publish_all();
    return relations;
}

Relations reach(const Task& task, Limits& limits, const std::function<void(std::size_t)>& watch) {
    const Program whole = relaxed_rules(task);
    const Relations initial = load(whole);
    Estimates estimates;
    for (RelationId id = 0; id < whole.arity.size(); ++id)
        estimates.push_back(whole.changes[id] ? guess(task.predicates[id], task) : measure(initial[id]));
    const Program program = split(whole, estimates);
    SemiNaive evaluation(program, estimates, load(program), limits);
    evaluation.run(watch);
    return std::move(evaluation.relations());
}

}  // namespace isonova::datalog
