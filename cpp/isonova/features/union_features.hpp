// The features of several maps together (`at+wl`). All of them draw their ids from the same FeatureIds.
#pragma once

#include <memory>

#include "isonova/features/feature_map.hpp"

namespace isonova {

class UnionFeatures : public FeatureMap {
  public:
    UnionFeatures(std::vector<std::unique_ptr<FeatureMap>> maps, FeatureIds& ids) : maps_(std::move(maps)), ids_(ids) {}

    void open(std::span<const AtomId> atoms) override {
        for_each([&](FeatureMap& map) { map.open(atoms); });
    }
    void expect(const Expansion& expansion, std::span<const Value> h) override {
        for_each([&](FeatureMap& map) { map.expect(expansion, h); });
    }
    std::span<const FeatureId> all() override {
        all_.clear();
        for_each([&](FeatureMap& map) {
            const auto features = map.all();
            all_.insert(all_.end(), features.begin(), features.end());
        });
        return all_;
    }
    void diff(std::span<const AtomId> added, std::span<const AtomId> removed, std::vector<FeatureId>& gained,
              std::vector<FeatureId>& lost) override {
        for_each([&](FeatureMap& map) { map.diff(added, removed, gained, lost); });
    }
    void counts(std::vector<FeatureCount>& out) const override {
        for (const auto& map : maps_) map->counts(out);
    }
    std::size_t bytes() const override {
        std::size_t sum = all_.capacity() * sizeof(FeatureId);
        for (const auto& map : maps_) sum += map->bytes();
        return sum;
    }
    std::uint64_t recoloured() const override {
        std::uint64_t sum = 0;
        for (const auto& map : maps_) sum += map->recoloured();
        return sum;
    }
    std::uint64_t work() const override {
        std::uint64_t sum = 0;
        for (const auto& map : maps_) sum += map->work();
        return sum;
    }
    std::optional<FeatureDescription> describe(FeatureId feature) const override {
        for (const auto& map : maps_) {
            if (auto found = map->describe(feature)) return found;
        }
        return std::nullopt;
    }

  private:
    template <class Do>
    void for_each(Do work) {
        for (std::size_t i = 0; i < maps_.size(); ++i) {
            ids_.set_map(static_cast<std::uint8_t>(i));
            work(*maps_[i]);
        }
    }

    std::vector<std::unique_ptr<FeatureMap>> maps_;
    FeatureIds& ids_;
    std::vector<FeatureId> all_;
};

}  // namespace isonova
