import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { clockProblem } from './clock-problem.ts';
import { bounceProblem, dkimProblem, dmarcProblem, spfProblem } from './mail-records.ts';

const dnsWith = (records: Record<string, string[]>) => ({
  texts: async (name: string) => records[name] ?? [],
  hasMailServer: async (name: string) => name in records,
});
const spf = (...records: string[]) => spfProblem(dnsWith({ 'site.test': records }), ['site.test']);
const causeOf = (found: unknown) =>
  typeof found === 'object' ? ((found as { cause?: string })?.cause ?? null) : found;

test('O30: a sender needs exactly one SPF record, which does not let everybody send', async () => {
  expect(await spf('other=1', 'v=spf1 include:mail.test ~all')).toBeNull();
  expect(causeOf(await spf('v=spf10 -all'))).toBe('none');
  expect(causeOf(await spf('v=spf1 -all', 'V=SPF1 mx -all'))).toBe('several');
  for (const open of ['v=spf1 all', 'v=spf1 mx +all']) expect(causeOf(await spf(open))).toBe('open');
});

test('O30: a DMARC record counts at the domain or above it, but not at a top-level domain', async () => {
  const at = (name: string, record = 'v=DMARC1; p=reject') =>
    dmarcProblem(dnsWith({ [name]: [record] }), ['mail.site.test']);
  expect([await at('_dmarc.mail.site.test'), await at('_dmarc.site.test')]).toEqual([null, null]);
  expect(causeOf(await at('_dmarc.test'))).toBe('none');
  expect(causeOf(await at('_dmarc.site.test', 'v=DMARC1; rua=mailto:x@site.test'))).toBe('none');
});

test('O30: the published DKIM key is the one that mails are signed with', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const dkim = { domainName: 'site.test', keySelector: 'y26', privateKey };
  const records = (record?: string) => dnsWith(record === undefined ? {} : { 'y26._domainkey.site.test': [record] });
  const from = 'Us <post@mail.site.test>';
  const key = publicKey.toString('base64');
  expect(await dkimProblem(records(`v=DKIM1; k=rsa; p=${key}`), { dkim, from })).toBeNull();
  expect(causeOf(await dkimProblem(records('v=DKIM1; p=AAAA'), { dkim, from }))).toBe('differs');
  expect(causeOf(await dkimProblem(records('v=DKIM1; p='), { dkim, from }))).toBe('differs');
  expect(await dkimProblem(records(), { dkim, from })).toMatchObject({
    cause: 'none',
    detail: expect.stringContaining(key),
  });
  expect(await dkimProblem(records(), { dkim, from: 'post@other.test' })).toBe('elsewhere');
  expect(await dkimProblem(records(), { dkim: { ...dkim, privateKey: 'none' }, from })).toBe('unreadable');
  expect(await dkimProblem(records(), { dkim: null, from })).toBeNull();
});

test('O30: bounces need a mail server unless a provider reports them', async () => {
  const dns = dnsWith({});
  expect(await bounceProblem(dns, {})).toBeNull();
  expect(causeOf(await bounceProblem(dns, { BOUNCE_DOMAIN: 'b.test' }))).toBe('none');
  expect(await bounceProblem(dns, { BOUNCE_DOMAIN: 'b.test', MAIL_WEBHOOK_PROVIDER: 'sendgrid' })).toBeNull();
});

test('O30: a clock that is off by more than ten seconds is named, this machine’s first', () => {
  const at = { machine: 1_000_000, database: 1_005_000, outside: 1_000_000 };
  expect(clockProblem(at)).toBeNull();
  expect(clockProblem({ ...at, database: 1_060_000 })).toEqual({ cause: 'database', detail: '60 seconds off' });
  expect(clockProblem({ ...at, outside: 1_060_000 })).toMatchObject({ cause: 'machine' });
});
