// The extension only binds: one function per concept, each in a file of its own.
#include "bindings.hpp"

NB_MODULE(_core, m) {
    m.doc() = "The compiled core of Isonova.";
    isonova::bindings::bind_diagnostics(m);
    isonova::bindings::bind_syntax(m);
    isonova::bindings::bind_task(m);
    isonova::bindings::bind_novelty(m);
    isonova::bindings::bind_search_spec(m);
    isonova::bindings::bind_plan(m);
    isonova::bindings::bind_state_space(m);
    isonova::bindings::bind_search(m);
}
