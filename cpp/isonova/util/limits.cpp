#include "isonova/util/limits.hpp"

#include <cstdio>

#if defined(__linux__)
#include <sys/resource.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <mach/mach.h>
#include <sys/resource.h>
#endif

namespace isonova {

std::size_t resident_bytes() {
#if defined(__linux__)
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (!file) return 0;
    unsigned long total = 0, resident = 0;
    const int read = std::fscanf(file, "%lu %lu", &total, &resident);
    std::fclose(file);
    return read == 2 ? resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : 0;
#elif defined(__APPLE__)
    mach_task_basic_info info;
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, reinterpret_cast<task_info_t>(&info), &count) != KERN_SUCCESS)
        return 0;
    return info.resident_size;
#else
    return 0;
#endif
}

std::size_t peak_resident_bytes() {
#if defined(__linux__)
    // What getrusage says includes the memory of the process that started this one, as it was at that moment.
    if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
        char line[256];
        unsigned long kilobytes = 0;
        while (kilobytes == 0 && std::fgets(line, sizeof line, file)) {
            if (std::sscanf(line, "VmHWM: %lu kB", &kilobytes) != 1) kilobytes = 0;
        }
        std::fclose(file);
        if (kilobytes != 0) return static_cast<std::size_t>(kilobytes) * 1024;
    }
#endif
#if defined(__linux__) || defined(__APPLE__)
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
#if defined(__APPLE__)
    return static_cast<std::size_t>(usage.ru_maxrss);
#else
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
#endif
#else
    return 0;
#endif
}

Halt Limits::check() {
    if (last_ != Halt::go_on) return last_;
    if (token && token->stop.load(std::memory_order_relaxed)) return last_ = Halt::interrupted;
    if (skip_ != 0) {
        --skip_;
        return Halt::go_on;
    }
    const auto now = Clock::now();
    // Between two calls may lie a microsecond or a millisecond: ask the clock about once in half a millisecond.
    if (now - last_clock_ > std::chrono::milliseconds(1)) {
        stride_ /= 2;
    } else if (now - last_clock_ < std::chrono::microseconds(200) && stride_ < 31) {
        ++stride_;
    }
    last_clock_ = now;
    skip_ = stride_;
    if (now < next_look_) return Halt::go_on;
    next_look_ = now + std::chrono::milliseconds(10);
    if (elapsed() > seconds) return last_ = Halt::time;
    if (bytes != std::numeric_limits<std::size_t>::max() && resident_bytes() > bytes) return last_ = Halt::memory;
    if (poll && poll()) return last_ = Halt::interrupted;
    return Halt::go_on;
}

bool Limits::fits(std::size_t more_bytes) const {
    if (bytes == std::numeric_limits<std::size_t>::max()) return true;
    const std::size_t now = resident_bytes();
    return now <= bytes && more_bytes <= bytes - now;
}

}  // namespace isonova
