/** Loaded into every process we start: if its parent is killed, it terminates itself by SIGTERM. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
