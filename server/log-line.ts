/** Logs a line as the request log does, before or outside of a request. No personal data. */
export function logLine(level: 'warn' | 'error', msg: string, fields: object = {}): void {
  console.error(JSON.stringify({ level, msg, ...fields }));
}
