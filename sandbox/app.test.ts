import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { buildSandbox } from './app.ts';
import { testCards } from './gateway/vault/test-cards.ts';

let sandbox: FastifyInstance;
beforeAll(async () => {
  sandbox = await buildSandbox({
    gateway: {
      merchantId: 'merchant',
      publicKey: 'public',
      privateKey: 'private',
      publicUrl: 'http://localhost:3001',
      settlementDelayMs: 1000,
      lostAnswerMs: 1000,
    },
    sms: { authToken: 'token' },
    appOrigins: ['http://localhost:3000'],
    dataDir: null,
    smtp: { port: 0, host: '127.0.0.1' },
  });
});
afterAll(() => sandbox.close());

describe('the front page', () => {
  test('lists every test card and links to mail, texts and ledger, without JavaScript', async () => {
    const { body, headers } = await sandbox.inject('/');
    for (const { number } of testCards) expect(body.replaceAll(' ', '')).toContain(number);
    for (const href of ['/inbox', '/sms', '/control/ledger']) {
      expect(body).toContain(`href="${href}"`);
      expect((await sandbox.inject(href)).statusCode).toBe(200);
    }
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});

test.each(['/', '/inbox', '/wallets/paypal?origin=http://localhost:3000&request=1'])(
  '%s loads the shared style sheet and its own',
  async (path) => {
    const { body } = await sandbox.inject(path);
    const sheets = [...body.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(sheets).toEqual(['/look.css', expect.stringMatching(/\.css$/)]);
    for (const href of sheets) {
      const { headers, statusCode } = await sandbox.inject(href);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    }
  },
);

test('every part answers', async () => {
  const status = async (path: string) => (await sandbox.inject(path)).statusCode;
  expect(await status('/healthz')).toBe(200);
  expect(await status('/card-fields/number?origin=http://localhost:3000')).toBe(200);
  expect(await status('/card-fields/number?origin=http://elsewhere.example')).toBe(403);
  expect(await status('/wallets/paypal?origin=http://localhost:3000&request=1')).toBe(200);
  const bank = async (origin: string) =>
    (
      await sandbox.inject({
        method: 'POST',
        url: '/three-d-secure',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ origin, request: '1' }).toString(),
      })
    ).statusCode;
  expect(await bank('http://localhost:3000')).toBe(200);
  expect(await bank('http://elsewhere.example')).toBe(403);
  expect(await status('/merchants/merchant/customers/x')).toBe(401);
  expect(await status('/places/v1/places/x')).toBe(403);
  expect(sandbox.smtpIntake?.port).toBeGreaterThan(0);
});

async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    env: { ...process.env, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'exit');
  return { code, output };
}

describe('starting', () => {
  test('on a taken port ends with one clear line', async () => {
    const holder = createServer().listen(0, 'localhost');
    await once(holder, 'listening');
    const { port } = z.object({ port: z.number() }).parse(holder.address());
    const { code, output } = await start({ SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: '0' });
    holder.close();
    expect(code).toBe(1);
    expect(output.trim().split('\n').at(-1)).toBe(
      `Port ${port} is taken. Choose another with SANDBOX_PORT or SANDBOX_SMTP_PORT.`,
    );
  });

  test('with a port that is not a number ends with one clear line', async () => {
    const { code, output } = await start({ SANDBOX_PORT: 'abc' });
    expect([code, output.trim()]).toEqual([1, 'SANDBOX_PORT must be a whole number, not "abc".']);
  });
});
