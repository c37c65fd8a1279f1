import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../tests/setup/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');

async function listening(answer: (server: Server) => void = () => {}): Promise<number> {
  const server = createServer();
  answer(server);
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Runs `npm start` with these variables, on free ports otherwise; it is expected to fail. */
async function startIn(variables: Record<string, string>): Promise<{ code: number; said: string }> {
  const names = [
    'PORT',
    'SANDBOX_PORT',
    'HARBOR_PORT',
    'SANDBOX_SMTP_PORT',
    'BOUNCE_SMTP_PORT',
    'EMBEDDED_DATABASE_PORT',
  ];
  const ports = await Promise.all(names.map(freePort));
  const free = Object.fromEntries(names.map((name, index) => [name, String(ports[index])]));
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.ts')], {
    cwd: root,
    env: { ...process.env, ...free, ...variables },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(child, 'exit')) as [number];
  const isTakenMeanwhile = names.some((name) => !variables[name] && said.includes(`Port ${free[name]} is in use`));
  return isTakenMeanwhile ? startIn(variables) : { code, said: said.trim() };
}

test('a taken port is reported in one line, with the port and the variable to change it', async () => {
  const port = await listening();
  const { code, said } = await startIn({ SANDBOX_PORT: String(port) });
  expect(code).toBe(1);
  expect(said).toMatch(
    new RegExp(
      `^Port ${port} is in use, and the sandbox needs it: stop the program that uses it, or start on free ports:\\n\\n  SANDBOX_PORT=\\d+ npm start$`,
    ),
  );
});

test('beside another start, all taken ports are reported at once, with the command that starts on free ones', async () => {
  const taken = {
    PORT: await listening(),
    SANDBOX_PORT: await listening(),
    HARBOR_PORT: await listening(),
    SANDBOX_SMTP_PORT: await listening(),
    BOUNCE_SMTP_PORT: await listening(),
    EMBEDDED_DATABASE_PORT: await listening(),
  };
  const { code, said } = await startIn(
    Object.fromEntries(Object.entries(taken).map(([name, port]) => [name, String(port)])),
  );
  expect(code).toBe(1);
  for (const port of Object.values(taken)) expect(said).toContain(`${port} (`);
  const offered = [...said.matchAll(/(\w+)=(\d+)/g)].map(([, name = '', port]) => [name, Number(port)] as const);
  expect(offered.map(([name]) => name)).toEqual(Object.keys(taken));
  for (const [name, port] of offered) expect(Object.values(taken), name).not.toContain(port);
  expect(said.endsWith(' npm start')).toBe(true);
});

test('a port that is configured twice is reported in one line', async () => {
  const port = String(await freePort());
  const { code, said } = await startIn({ PORT: port, SANDBOX_PORT: port });
  expect({ code, said }).toEqual({
    code: 1,
    said: `Port ${port} is configured twice: set SANDBOX_PORT to another port.`,
  });
});

test('an invalid port is reported in one line', async () => {
  const { code, said } = await startIn({ PORT: '70000' });
  expect({ code, said }).toEqual({ code: 1, said: 'PORT must be a port from 1 to 65535, not "70000".' });
});

test('an unreachable database is reported in one line without its password, and nothing is left running', async () => {
  const closed = await freePort();
  const { code, said } = await startIn({
    DATABASE_URL: `postgres://someone:canary-password@127.0.0.1:${closed}/evenkeel`,
  });
  expect(code).toBe(1);
  expect(said).toMatch(/^The database in DATABASE_URL refused the connection: [^\n]*ECONNREFUSED[^\n]*$/);
  expect(said).not.toContain('canary-password');
});

test('a database that closes the connection is reported in one line', async () => {
  const port = await listening((server) => server.on('connection', (socket) => socket.destroy()));
  const { code, said } = await startIn({ DATABASE_URL: `postgres://someone@127.0.0.1:${port}/evenkeel` });
  expect(code).toBe(1);
  expect(said).toMatch(/^The database in DATABASE_URL refused the connection: [^\n]+$/);
});

/** Modules that a file imports statically, directly or not, by their paths or names. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  const source = readFileSync(file, 'utf8');
  for (const [, name = ''] of source.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;']*?\bfrom\s+)?'([^']+)'/gm)) {
    const loaded = name.startsWith('.')
      ? path.resolve(path.dirname(file), name)
      : name.replace(/^#(?!messages)/, `${root}/`);
    if (seen.has(loaded)) continue;
    seen.add(loaded);
    if (loaded.startsWith(root) && /\.m?ts$/.test(loaded)) loadedBy(loaded, seen);
  }
  return seen;
}

test('a fresh clone starts before its texts are compiled: nothing that is loaded at startup needs them', () => {
  const needsTexts = (file: string) =>
    [...loadedBy(path.join(root, file))].filter((name) => name.startsWith('#messages'));
  expect(needsTexts('scripts/start.ts')).toEqual([]);
  expect(needsTexts('server/seed.ts')).not.toEqual([]);
});
