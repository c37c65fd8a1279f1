import pino, { type Level, type Logger, type LevelWithSilent } from 'pino';

/** What every line of a process's log has: level, time and message, as JSON on standard output. */
export const logFormat = { base: null } as const;

/** Written at once: the last line of a process that ends must not be lost. */
const log = pino({ ...logFormat, level: 'warn' }, pino.destination({ fd: 1, sync: true }));

/** Sets from which level on lines outside of requests and jobs are written, and returns their log. */
export function startLog(level: LevelWithSilent): Logger {
  log.level = level;
  return log;
}

/** Logs a line as the request log does, before or outside of a request. No personal data. */
export function logLine(level: Extract<Level, 'warn' | 'error' | 'fatal'>, msg: string, fields: object = {}): void {
  log[level](fields, msg);
}
