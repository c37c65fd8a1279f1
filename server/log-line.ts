import pino, { type Level, type LevelWithSilent, type Logger } from 'pino';

/** The format of every log line: level, time and message, as JSON on standard output. */
export const logFormat = { base: null } as const;

/** Written synchronously: the last line of a process that ends must not be lost. */
const log = pino({ ...logFormat, level: 'warn' }, pino.destination({ fd: 1, sync: true }));

/**
 * Sets from which level on lines outside of requests and jobs are written, and returns their log. `silent` still says
 * why a process ends.
 */
export function startLog(level: LevelWithSilent): Logger {
  log.level = level === 'silent' ? 'fatal' : level;
  return log;
}

/** Logs a line in the format of the request log, outside any request. No personal data. */
export function logLine(level: Extract<Level, 'warn' | 'error' | 'fatal'>, msg: string, fields: object = {}): void {
  log[level](fields, msg);
}
