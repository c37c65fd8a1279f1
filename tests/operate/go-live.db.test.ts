import { execFile } from 'node:child_process';
import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { composeGoLive } from '#server/compose-go-live.ts';
import { parseConfig } from '#server/config.ts';
import { type Result, runChecks } from '#server/go-live/check.ts';
import { freePort } from '#tests/setup/free-port.ts';
import { ledger, mailsTo, setFault, setMailFault } from '#tests/setup/sandbox.ts';
import { openSite } from '#tests/setup/site.ts';

type Environment = Record<string, string>;

const dns = {
  texts: async (name: string) =>
    ({ 'site.test': ['v=spf1 include:mail.test -all'], '_dmarc.site.test': ['v=DMARC1; p=reject'] })[name] ?? [],
  hasMailServer: async () => true,
};

/** A running site with all that it is configured for, and the environment that configures it. */
async function runningSite(settings: Parameters<typeof openSite>[0] = {}) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const site = await openSite({ ...settings, environment: { PUBLIC_URL: url, ...settings.environment } });
  await site.app.listen({ port, host: 'localhost' });
  const environment: Environment = {
    DATABASE_URL: site.databaseUrl,
    APP_SECRET: 'a-secret-for-tests-that-is-long-enough',
    PUBLIC_URL: url,
    SANDBOX_URL: site.sandboxUrl,
    STAFF_ISSUER: `${site.sandboxUrl}/identity`,
    STAFF_CLIENT_ID: 'staff-console',
    STAFF_CLIENT_SECRET: 'sandbox',
    SMTP_URL: site.mailUrl,
    MAIL_FROM: 'Evenkeel <post@site.test>',
    PLACES_PROVIDER: 'sandbox',
    PAYMENT_TIMEOUT_SECONDS: '3',
  };
  return { site, environment };
}

async function check(environment: Environment, testAddress: string | null = 'operator@example.com') {
  const { checks, close } = composeGoLive(parseConfig(environment), { testAddress, dns });
  const results = await runChecks(checks, { timeoutMs: 8_000 });
  await close();
  return results;
}

const notFine = (results: readonly Result[]) =>
  results.flatMap(({ name, state, text }) => (state === 'fine' ? [] : [`${name}: ${text}`]));
const usual = ['encryption: PUBLIC_URL', 'real money: none is taken yet'];
const expectMissing = (results: readonly Result[], missing: readonly string[]) =>
  expect(notFine(results)).toEqual(missing.map((text) => expect.stringContaining(text)));

test('O30: a whole site is asked, one test message is sent, and nothing is charged', async () => {
  const { site, environment } = await runningSite();
  expectMissing(await check(environment), usual);
  const [mail, ...others] = await mailsTo(site.sandboxUrl, 'operator@example.com');
  expect(mail?.text).toContain('spf=pass, dkim=pass and dmarc=pass');
  expect(others).toEqual([]);
  expect(await ledger(site.sandboxUrl)).toEqual([]);
  expectMissing(await check(environment, null), ['test message: name an address of yours', ...usual]);
});

test('O30: each part that is missing or misconfigured is named, with what to do', async () => {
  const { site, environment } = await runningSite();
  const silent = `localhost:${await freePort()}`;
  const database = new URL(site.databaseUrl);
  const databaseAt = (change: Partial<URL>) => Object.assign(new URL(database), change).href;
  const waits = 'clock: after database';
  const broken: [Environment, string[]][] = [
    [{ DATABASE_URL: databaseAt({ host: silent }) }, ['database: nothing answers', waits]],
    [{ DATABASE_URL: databaseAt({ hostname: 'no.invalid' }) }, ['database: DNS knows no host', waits]],
    [{ DATABASE_URL: databaseAt({ pathname: '/nowhere' }) }, ['database: it has no database of this name', waits]],
    [{ DATABASE_URL: databaseAt({ password: 'wrong' }) }, ['database: it refuses user or password', waits]],
    [{ BRAINTREE_MERCHANT_ACCOUNT_ID: 'sandbox_gbp' }, ['payment gateway: ', 'payment search: after', 'clock: after']],
    [{ SMTP_URL: `smtp://${silent}` }, ['mail login: nothing answers', 'test message: after mail login']],
    [
      { SMTP_URL: `${environment['SMTP_URL']}?requireTLS=true` },
      ['mail login: it offers no valid', 'test message: after'],
    ],
    [{ TAX_PROVIDER: './nowhere.mjs' }, ['taxes: it could not be asked (ERR_MODULE_NOT_FOUND)']],
    [{ TWILIO_AUTH_TOKEN: 'wrong' }, ['texts: Twilio refuses']],
    [{ STAFF_CLIENT_SECRET: 'wrong' }, ['staff sign-in: the identity provider refuses']],
    [{ STAFF_ISSUER: `${site.sandboxUrl}/nobody` }, ['staff sign-in: no discovery document']],
    [{ STAFF_URL: `http://127.0.0.1:${new URL(environment['PUBLIC_URL'] ?? '').port}` }, ['staff sign-in: register']],
    [
      { OTHER_SITES: `127.0.0.1:${silent.split(':')[1]} MX es` },
      ['site: nothing answers', 'notifications of payments: after site'],
    ],
    [{ OTHER_SITES: 'no.invalid MX es' }, ['site: DNS knows no host', 'notifications of payments: after site']],
    [{ BOUNCE_DOMAIN: 'bounces.test' }, ['SPF record: add a TXT record']],
  ];
  for (const [change, missing] of broken) {
    const results = await check({ ...environment, ...change });
    const named = notFine(results).filter((text) => !usual.some((start) => text.startsWith(start)));
    expect(named, Object.keys(change).join()).toEqual(missing.map((text) => expect.stringContaining(text)));
    for (const secret of ['wrong', database.password, 'operator@example.com'])
      expect(JSON.stringify(results)).not.toContain(secret);
  }
});

test('O30: refused keys and a recipient that the mail server refuses are told from a service that fails', async () => {
  const { site, environment } = await runningSite();
  const gateway = ['payment search: after payment gateway', 'clock: after payment gateway'];
  const after = async (change: Environment) => notFine(await check({ ...environment, ...change })).slice(0, 3);
  const keys = 'payment gateway: it refuses the keys';
  expect(await after({ BRAINTREE_PRIVATE_KEY: 'wrong' })).toEqual([expect.stringContaining(keys), ...gateway]);
  await setFault(site.sandboxUrl, { kind: '503', times: 1, matching: 'find' });
  const silent = 'payment gateway: nothing answers: start it, or let this machine through the firewall (unavailable)';
  expect(await after({})).toEqual([silent, ...gateway]);
  await setMailFault(site.sandboxUrl, { kind: 'refuse', times: 1 });
  expect((await after({}))[0]).toContain('test message: it knows no such recipient');
});

/** Lets a server listen at a free port until the test ends. */
async function listening(server: Server): Promise<number> {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return port;
}

test('O30: a site that is not ready, keeps notifications out, or has other keys, is told from one nobody reaches', async () => {
  const { environment } = await runningSite({ isDatabaseBehind: () => true });
  const port = await listening(createPlainServer((_, answer) => void answer.writeHead(503).end()));
  const unready = await check({ ...environment, PUBLIC_URL: `http://localhost:${port}`, STAFF_URL: '' });
  expect(notFine(unready)).toContainEqual(expect.stringContaining('site: it runs, but is not ready: read its log'));
  const out = 'notifications of payments: the proxy must pass /api/webhooks/braintree on (it answers 503)';
  expectMissing(await check(environment), [out, ...usual]);
  const other = await runningSite({ environment: { BRAINTREE_PRIVATE_KEY: 'other' } });
  expectMissing(await check(other.environment), [
    'notifications of payments: the running site has other keys',
    ...usual,
  ]);
});

test('O30: a certificate that is not valid for the address is named', async () => {
  const { environment } = await runningSite();
  const secure = { key: untrustedKey, cert: untrustedCertificate };
  const port = await listening(createServer(secure, (_, answer) => void answer.end()));
  const results = await check({ ...environment, PUBLIC_URL: `https://localhost:${port}` });
  expect(notFine(results)).toContainEqual(expect.stringContaining('site: its certificate is not valid'));
});

const root = path.resolve(import.meta.dirname, '../..');
type Ended = { stdout: string; stderr: string; code?: number };
const command = (environment: Environment): Promise<Ended> =>
  promisify(execFile)(process.execPath, ['scripts/go-live.ts', 'operator@example.com'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
  }).catch((error: Ended) => error);

test('O30: the command prints a line for each, and ends with 1 while anything is missing', async () => {
  const { environment } = await runningSite();
  const { stdout, stderr, code } = await command(environment);
  expect(stdout).toMatch(/^fine +database\nfine +payment gateway\n/);
  expect(stdout).toMatch(/^missing +real money: .*PAYMENT_GATEWAY=braintree/m);
  expect(stdout).toMatch(/\d+ of 18 to mend\.\n$/);
  expect({ stderr, code }).toEqual({ stderr: '', code: 1 });
});

test('O30: of an incomplete configuration each line names one variable, and compose fills in what it sets', async () => {
  const { stdout, code } = await command({ SITE_ADDRESS: 'www.site.test', BRAINTREE_ENVIRONMENT: 'production' });
  expect(stdout).toMatch(/^missing +configuration: APP_SECRET is required$/m);
  expect(stdout).not.toMatch(/DATABASE_URL|PUBLIC_URL/);
  expect(code).toBe(1);
});

/** Signed by nobody whom a machine trusts. */
const untrustedCertificate = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUefjMkpIhyczt4D2T0YADUg9zYVEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyOTE0NDk1NloXDTM2MTEyNjE0
NDk1NlowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEWaOEUPsMyEQjojouWDx/yTXJq2axI3kOKE7l4cgtVVy9YfDFkIGgUiFB
KE9GO2zEH7imTkgIhlD3VMcIOz6Hp6NTMFEwHQYDVR0OBBYEFBpEJ/Mwi9lLbN8s
4R+TqWR2orcLMB8GA1UdIwQYMBaAFBpEJ/Mwi9lLbN8s4R+TqWR2orcLMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgBUNzGEXW/FF4ENWtw/Q7ZC0K
HanwckWdIhprfVdU5k8CIA/aCqK132f2HDKPMk37VlhUwLedwHi9ZDhB6PPtH/VC
-----END CERTIFICATE-----`;
const untrustedKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8H1uVL+7t3BMEVKX
JVhlheXts3o03cQ0HWbUF/3XJgShRANCAARZo4RQ+wzIRCOiOi5YPH/JNcmrZrEj
eQ4oTuXhyC1VXL1h8MWQgaBSIUEoT0Y7bMQfuKZOSAiGUPdUxwg7Poen
-----END PRIVATE KEY-----`;
