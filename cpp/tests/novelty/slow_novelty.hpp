// The formulas of novelty as they are written, over the features of whole states.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "isonova/novelty/novelty.hpp"

namespace isonova::testing {

using FeatureSet = std::set<FeatureId>;

class SlowQuantifiedBoth {
  public:
    Key operator()(const FeatureSet& features, Value h) {
        Value is_new = 0, is_old = 0;
        for (const FeatureId f : features) {
            const Value lowest = lowest_.count(f) ? lowest_[f] : dead_end;
            is_new += h < lowest;
            is_old += h > lowest;
        }
        for (const FeatureId f : features) {
            if (!lowest_.count(f) || h < lowest_[f]) lowest_[f] = h;
        }
        return {is_new > 0 ? -is_new : is_old};
    }

  private:
    std::map<FeatureId, Value> lowest_;
};

class SlowPartitionNovelty {
  public:
    Key operator()(const FeatureSet& features, Value h) {
        bool is_new = false;
        for (const FeatureId f : features) is_new |= seen_.insert({h, f}).second;
        return {is_new ? 0 : 1, h};
    }

  private:
    std::set<std::pair<Value, FeatureId>> seen_;
};

// Feature f comes from map f % 3.
class SlowLevels {
  public:
    Key operator()(const FeatureSet& features, Value h) {
        Value level = 3;
        for (const FeatureId f : features)
            if (seen_.insert({h, f}).second) level = std::min<Value>(level, f % 3);
        return {level, h};
    }

  private:
    std::set<std::pair<Value, FeatureId>> seen_;
};

class SlowCountNovelty {
  public:
    Key operator()(const FeatureSet& features, Value h) {
        Value rarest = 0xfffffffe;
        for (const FeatureId f : features) rarest = std::min(rarest, counts_[{h, f}]++);
        return {rarest, h};
    }

  private:
    std::map<std::pair<Value, FeatureId>, Value> counts_;
};

}  // namespace isonova::testing
