import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('O6: the OpenID provider warns of nothing at a start', async () => {
  const load = `await (await import('${import.meta.dirname}/load-client-logins.ts')).loadClientLogins()`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', load]);
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
});
