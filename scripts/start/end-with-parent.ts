/** Loaded into every process we start: when the one that started it is killed outright, it stops as if asked to. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
