import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownSite, readEnvFile } from './own-site.ts';

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

test('O7: a command that needs the address alone finds it where there is no database', () => {
  const root = folder();
  writeFileSync(path.join(root, '.env'), 'PORT=3140\n');
  expect(ownSite({ root, environment: {} }).publicUrl).toBe('http://localhost:3140');
});
