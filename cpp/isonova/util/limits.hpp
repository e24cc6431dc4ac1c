// The limits of one run, counted from the first byte parsed, and the ways it can be told to stop. Whatever takes long
// asks `check` now and then and unwinds when the answer is not `go_on`. Running out is a result, not an error.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

namespace isonova {

enum class Halt : std::uint8_t { go_on, time, memory, interrupted, steps };

// Set from another thread or a signal handler.
struct StopToken {
    std::atomic<bool> stop{false};
};

// Resident memory of this process now and at its highest, in bytes.
std::size_t resident_bytes();
std::size_t peak_resident_bytes();

class Limits {
  public:
    using Clock = std::chrono::steady_clock;

    double seconds = std::numeric_limits<double>::infinity();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();  // of resident memory
    Clock::time_point start = Clock::now();
    std::shared_ptr<StopToken> token;
    std::function<bool()> poll;  // asked at most every 20 ms; true means: interrupt (Python's Ctrl-C)

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

    // Cheap enough for inner loops: looks at clock, memory and `poll` only where enough time has passed since the last
    // look.
    Halt check();
    // Work counted by whoever does it, for budgets that must not depend on the machine. `Halt::steps` past `max_steps`.
    std::uint64_t steps = 0;
    std::uint64_t max_steps = std::numeric_limits<std::uint64_t>::max();
    Halt count(std::uint64_t more) { return (steps += more) > max_steps ? Halt::steps : check(); }
    // For a single large allocation about to happen: would it go past the memory limit?
    bool fits(std::size_t more_bytes) const;

  private:
    Clock::time_point next_look_{};
    Clock::time_point last_clock_{};
    std::uint32_t stride_ = 0;  // calls between two looks at the clock
    std::uint32_t skip_ = 0;
    Halt last_ = Halt::go_on;
};

// Thrown inside grounding and the like to unwind; caught by the planner and turned into a status.
struct Halted {
    Halt why;
};

}  // namespace isonova
