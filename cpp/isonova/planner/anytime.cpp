#include "isonova/planner/anytime.hpp"

#include <algorithm>
#include <new>

namespace isonova {

namespace {

// Weights as in LAMA. Turns and shares are a first choice, without a measurement.
constexpr std::uint64_t turn_of_work = 100'000'000;
constexpr double share_of_windows = 5, share_of_restarts = 4, share_of_a_star = 1;
constexpr std::uint32_t weights[] = {5, 3, 2, 1};
constexpr const char* by_windows = "windows";

// Queues as in LAMA. Costs plus one, so that heuristics see zero-cost actions; the search counts real costs.
SearchSpec restart(std::optional<std::uint32_t> weight) {
    SearchSpec spec;
    spec.name = weight ? "weight " + std::to_string(*weight) : "greedy";
    spec.evaluators = {{HeuristicKind::ff, {}}, {HeuristicKind::lm, {}}};
    spec.options.queues = {{0}, {0, true}, {1}, {1, true}};
    spec.options.evaluate = Evaluate::lazy;
    spec.options.speculate = 15;
    spec.options.boost = 1000;
    spec.options.weight = weight;
    spec.options.reopen = weight.has_value();
    spec.cost_type = CostType::plusone;
    return spec;
}

SearchSpec a_star() {
    SearchSpec spec;
    spec.name = "A*";
    spec.evaluators = {{HeuristicKind::hmax, {}}};
    spec.options.weight = 1;
    spec.options.reopen = true;
    return spec;
}

std::vector<SearchSpec> restarts(const Task& task) {
    std::vector<SearchSpec> specs;
    if (!has_unit_costs(task)) specs.push_back(restart({}));  // else the first plan came from such a search
    for (const std::uint32_t weight : weights) specs.push_back(restart(weight));
    return specs;
}

ActionName name_of(const Task& task, const ActionInstance& step) {
    ActionName name{task.actions[step.action].name, {}};
    for (const ObjectId object : step.arguments) name.args.push_back(task.objects[object].name);
    return name;
}

}  // namespace

Anytime::Anytime(TaskPtr task, PlanOptions options, Limits& limits, Progress progress)
    : task_(std::move(task)), options_(std::move(options)), limits_(limits), progress_(std::move(progress)) {
    limits_.seconds = std::min(limits_.seconds, options_.time_limit);
    limits_.bytes = std::min(limits_.bytes, options_.memory_limit);
    later_limits_ = limits_;
}

Anytime::~Anytime() = default;

bool Anytime::end(Status status) {
    ended_ = status;
    over_ = true;
    ways_.clear();
    return false;
}

bool Anytime::next() {
    if (over_) return false;
    over_ = true;  // where something else is thrown, there is no way to go on
    bool found = false;
    try {
        found = started_ ? improve() : first();
    } catch (const Halted& halted) {
        return end(status_of(halted.why));
    } catch (const std::bad_alloc&) {
        return end(Status::out_of_memory);
    }
    over_ = !found;
    result_.peak_bytes = peak_resident_bytes();
    return found;
}

bool Anytime::first() {
    started_ = true;
    result_ = plan(task_, options_, limits_, progress_, &legacy_);
    if (result_.status != Status::solved) return end(result_.status);
    found_by_ = result_.searches[result_.search.search].name;
    return true;
}

void Anytime::prepare() {
    prepared_ = true;
    return_memory();
    if (options_.make_heuristic)  // heuristics from elsewhere are for the first plan
        legacy_.assembly = std::make_unique<Assembly>(task_, legacy_.ground, options_.relaxed_graph, MakeHeuristic{});
    const auto reporter = [&](std::size_t place) -> Progress {
        if (!progress_) return {};
        return [this, place](SearchStatistics statistics) {
            statistics.search = static_cast<std::uint32_t>(result_.searches.size() + place);
            progress_(statistics);
        };
    };
    const auto add = [&](std::vector<SearchSpec> specs, double share) {
        const bool limited = limits_.bytes != std::numeric_limits<std::size_t>::max();
        const std::size_t bytes = limited ? limits_.bytes / 8 * (share == share_of_a_star ? 2 : 4) : limits_.bytes;
        Way& way = ways_.emplace_back();
        way.series = std::make_unique<SearchSeries>(*legacy_.assembly, std::move(specs), later_limits_, bytes,
                                                    reporter(ways_.size() - 2));
        way.share = share;
    };
    Way& first = ways_.emplace_back();
    first.windows = std::make_unique<Windows>(task_, legacy_.ground, later_limits_);
    first.windows->improve(legacy_.plan);
    first.share = share_of_windows;
    add(restarts(*task_), share_of_restarts);
    add({a_star()}, share_of_a_star);
}

Anytime::Way* Anytime::whose_turn() {
    Way* next = nullptr;
    for (Way& way : ways_)
        if (!way.is_over() && (!next || way.spent() < next->spent())) next = &way;
    return next;
}

std::optional<SearchSeries::Plan> Anytime::take_turn(Way& way) {
    if (way.series) return way.series->advance(turn());
    if (auto found = way.windows->next(turn_of_work))
        return SearchSeries::Plan{std::move(found->steps), found->cost, by_windows};
    way.fruitless += turn_of_work;
    return std::nullopt;
}

SearchSeries::Turn Anytime::turn() const {
    SearchSeries::Turn turn{turn_of_work, result_.cost, options_.max_expansions, options_.max_evaluations};
    const auto take = [](std::uint64_t& left, std::uint64_t done) { left -= std::min(left, done); };
    take(turn.expansions, result_.search.expansions);
    take(turn.evaluations, result_.search.evaluations);
    for (const Way& way : ways_) {
        if (!way.series) continue;
        take(turn.expansions, way.series->expansions());
        take(turn.evaluations, way.series->evaluations());
    }
    return turn;
}

bool Anytime::improve() {
    if (!prepared_) prepare();
    for (;;) {
        if (result_.optimal) return end(Status::solved);
        if (const Halt halt = later_limits_.check(); halt != Halt::go_on) return end(status_of(halt));
        Way* const way = whose_turn();
        if (!way) return end(ended_);
        if (auto found = take_turn(*way)) {
            take(std::move(*found));
            result_.optimal = (way->series && way->series->last_is_optimal()) || result_.cost == 0;
            return true;
        }
        if (!way->series || !way->is_over()) continue;
        switch (const Status status = way->series->ended()) {
            case Status::unsolvable:
                result_.optimal = true;
                break;
            case Status::exhausted:
            case Status::out_of_memory:
                if (ended_ == Status::exhausted) ended_ = status;
                break;
            default:
                return end(status);
        }
    }
}

void Anytime::take(SearchSeries::Plan plan) {
    result_.found_length = plan.steps.size();
    result_.saved = 0;
    if (options_.shorten) {
        const Shortened shortened = shorten(*task_, plan.steps, options_.shorten_budget, later_limits_);
        for (std::size_t i = 0; i < shortened.kept.size(); ++i)
            if (shortened.kept[i] != i) plan.steps[i] = std::move(plan.steps[shortened.kept[i]]);
        plan.steps.resize(shortened.kept.size());
        plan.cost -= result_.saved = shortened.saved;
    }
    // Windows know their own plans.
    if (plan.found_by != by_windows || plan.steps.size() != result_.found_length) ways_[0].windows->improve(plan.steps);
    result_.plan.clear();
    for (const ActionInstance& step : plan.steps) result_.plan.push_back(name_of(*task_, step));
    result_.cost = plan.cost;
    legacy_.plan = std::move(plan.steps);
    found_by_ = std::move(plan.found_by);
}

}  // namespace isonova
