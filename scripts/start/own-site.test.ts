import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvFile } from './own-site.ts';

function folder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'own-site-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('O7: .env fills in what the environment lacks, and its empty entries add nothing', () => {
  const file = path.join(folder(), '.env');
  writeFileSync(file, 'PORT=4000\nPUBLIC_URL=\nMAIL_FROM="Evenkeel <post@site.test>"\n');
  const environment: NodeJS.ProcessEnv = { PORT: '3140' };
  readEnvFile(file, environment);
  expect(environment).toEqual({ PORT: '3140', MAIL_FROM: 'Evenkeel <post@site.test>' });
  readEnvFile(path.join(folder(), '.env'), environment);
  expect(Object.keys(environment)).toHaveLength(2);
});

test('O8: a log line outside of requests has level, time and message, on standard output', () => {
  const program = `import { logLine, startLog } from '#server/log-line.ts';
    logLine('warn', 'first', { code: 1 }); startLog('error'); logLine('warn', 'second'); logLine('fatal', 'third');`;
  const file = path.join(import.meta.dirname, `../../.log-line-${process.pid}.ts`);
  writeFileSync(file, program);
  onTestFinished(() => rmSync(file));
  const said = execFileSync(process.execPath, [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toEqual([
    { level: 40, time: expect.any(Number), msg: 'first', code: 1 },
    { level: 60, time: expect.any(Number), msg: 'third' },
  ]);
});
