/**
 * The private tables of graphile-worker, for tests only: to read payloads, run jobs by hand and simulate a worker's
 * death. The server uses the documented view and functions.
 */
export const queueTables = { jobs: 'graphile_worker._private_jobs', tasks: 'graphile_worker._private_tasks' } as const;

/** The release that has these tables. */
export const knownGraphileWorker = '0.18.0';
