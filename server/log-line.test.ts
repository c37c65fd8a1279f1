import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The lines that a process writes with the log. */
function linesOf(program: string): Record<string, unknown>[] {
  const source = `import { logLine, startLog } from '#server/log-line.ts'; ${program}`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: path.join(import.meta.dirname, '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = said.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('O8: a line of the log outside of requests has level, time and message, on standard output', () => {
  const program = `logLine('warn', 'first', { code: 1 }); startLog('error'); logLine('warn', 'second'); logLine('fatal', 'third');`;
  expect(linesOf(program)).toEqual([
    { level: 40, time: expect.any(Number), msg: 'first', code: 1 },
    { level: 60, time: expect.any(Number), msg: 'third' },
  ]);
});

test('O8: a silent process still says why it ends', () => {
  const lines = linesOf(`startLog('silent'); logLine('error', 'first'); logLine('fatal', 'could not start');`);
  expect(lines).toEqual([{ level: 60, time: expect.any(Number), msg: 'could not start' }]);
});
