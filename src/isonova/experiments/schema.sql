-- One database per experiment, written by its driver alone. docs/reference/experiments.md describes it for readers.

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE configurations (
    hash TEXT PRIMARY KEY,        -- of the definition; the name is not part of it
    name TEXT NOT NULL,
    position INTEGER NOT NULL,    -- in the experiment's file
    definition TEXT NOT NULL      -- JSON
) WITHOUT ROWID;

CREATE TABLE tasks (
    hash TEXT PRIMARY KEY,        -- of suite, folder, name and the text of both files
    suite TEXT NOT NULL,          -- ipc, htg, examples, or the name of the collection's folder
    domain TEXT NOT NULL,         -- as the paper's tables have it: logistics
    folder TEXT NOT NULL,         -- logistics98
    name TEXT NOT NULL,           -- of the problem, below its folder, without .pddl
    domain_file TEXT NOT NULL,
    problem_file TEXT NOT NULL,
    weight REAL NOT NULL          -- how many tasks of its domain it stands for; above 1 in a sample
) WITHOUT ROWID;

-- What the experiment consists of now. Runs of configurations, tasks or limits that were changed since stay in `runs`.
CREATE TABLE cells (
    configuration TEXT NOT NULL REFERENCES configurations (hash),
    task TEXT NOT NULL REFERENCES tasks (hash),
    time_limit REAL NOT NULL,
    cpu_limit REAL NOT NULL,
    memory_limit REAL NOT NULL,
    PRIMARY KEY (configuration, task, time_limit, cpu_limit, memory_limit)
) WITHOUT ROWID;

CREATE TABLE machines (
    id INTEGER PRIMARY KEY,
    host TEXT,
    cpu TEXT,
    cores INTEGER,
    memory_mb INTEGER,
    system TEXT,
    python TEXT,
    UNIQUE (host, cpu, cores, memory_mb, system, python)
);

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    configuration TEXT NOT NULL REFERENCES configurations (hash),
    task TEXT NOT NULL REFERENCES tasks (hash),
    time_limit REAL NOT NULL,     -- seconds of wall-clock time
    cpu_limit REAL NOT NULL,      -- seconds of CPU time
    memory_limit REAL NOT NULL,   -- MB
    status TEXT NOT NULL,         -- solved, unsolvable, exhausted, limit_reached, out_of_time, out_of_memory, unsupported, error
    exit_code INTEGER,
    signal INTEGER,
    killed TEXT,                  -- the limit the runner killed it for: wall, cpu or memory
    wall_seconds REAL,            -- of the whole process, its start included
    cpu_seconds REAL,
    peak_memory_mb REAL,          -- resident, of all its processes together
    figures TEXT NOT NULL,        -- JSON: every number of the planner's report, "seconds.search" for one inside another
    report TEXT,                  -- the planner's JSON report as it was, but for the plan
    plan BLOB,                    -- compressed with zlib
    log TEXT,                     -- the end of what it printed besides its report
    version TEXT,                 -- of the planner
    machine INTEGER REFERENCES machines (id),
    cores TEXT,                   -- it was pinned to, or might use: 0 or 0,1,2
    pinned INTEGER,               -- whether to a core that no other run of this user had
    load_before REAL,             -- the machine's load average
    load_after REAL,
    others_share REAL,            -- share of its cores' time that went to something else meanwhile, from 0 to 1
    switches INTEGER,             -- how often the system took its core away
    started_at REAL,              -- seconds since 1970
    cost GENERATED ALWAYS AS (json_extract(figures, '$.cost')),
    length GENERATED ALWAYS AS (json_extract(figures, '$.length')),
    expansions GENERATED ALWAYS AS (json_extract(figures, '$.expansions')),
    evaluations GENERATED ALWAYS AS (json_extract(figures, '$.evaluations')),
    generated GENERATED ALWAYS AS (json_extract(figures, '$.generated')),
    initial_h GENERATED ALWAYS AS (json_extract(figures, '$.initial_h')),
    search_seconds GENERATED ALWAYS AS (json_extract(figures, '$."seconds.search"')),
    total_seconds GENERATED ALWAYS AS (json_extract(figures, '$."seconds.total"')),
    UNIQUE (task, configuration, time_limit, cpu_limit, memory_limit)
);

-- A crash, a plan the validator refused, an end without explanation, a contradiction between runs.
CREATE TABLE errors (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,           -- crash, invalid_plan, unexplained, not_started, contradiction, lost
    detail TEXT NOT NULL,
    UNIQUE (run, kind, detail)
);

-- The runs of the experiment as it is now, with names.
CREATE VIEW results AS
SELECT configurations.name AS algorithm, tasks.suite, tasks.domain, tasks.folder, tasks.name AS problem, tasks.weight, runs.*
FROM cells
JOIN runs USING (configuration, task, time_limit, cpu_limit, memory_limit)
JOIN configurations ON configurations.hash = configuration
JOIN tasks ON tasks.hash = task;

-- One row per figure of a run: SELECT value FROM figures WHERE run = 1 AND name = 'seconds.search'.
CREATE VIEW figures AS
SELECT runs.id AS run, each.key AS name, each.value FROM runs, json_each(runs.figures) AS each;
