/**
 * The tables behind the public view of graphile-worker, for what only a test does: read payloads, run jobs by hand and
 * let a worker die with jobs in hand. The server uses the view and the functions that the library documents.
 */
export const queueTables = { jobs: 'graphile_worker._private_jobs', tasks: 'graphile_worker._private_tasks' } as const;

/** The release whose tables these are. */
export const knownGraphileWorker = '0.18.0';
