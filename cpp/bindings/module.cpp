// The extension only binds: one function per concept, each in a file of its own.
#include <nanobind/nanobind.h>

NB_MODULE(_core, m) {
    m.doc() = "The compiled core of Isonova.";
}
