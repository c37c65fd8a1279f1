/** Loaded into every service: when the process that started it is killed outright, the service stops as if asked to. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
