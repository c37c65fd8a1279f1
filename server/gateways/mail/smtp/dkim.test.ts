import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { dkimVerify } from 'mailauth';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../../config.ts';
import { createSmtpMail } from './smtp-mail.ts';

/** What a mail server received, byte for byte. */
async function rawOf(config: ReturnType<typeof parseConfig>, { isNeutral = false } = {}): Promise<Buffer> {
  let raw: Promise<Buffer> | null = null;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, callback) => void (raw = buffer(stream)).then(() => callback()),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const gateway = createSmtpMail({
    url,
    from: config.MAIL_FROM,
    neutralFrom: config.NEUTRAL_MAIL_FROM,
    dkim: config.dkim,
  });
  const outcome = await gateway.send({
    messageId: 'receipt.1@evenkeel.example',
    to: 'marta@example.com',
    subject: 'Su recibo: €10, niños',
    html: '<p>Pagado. ¡Gracias!</p>\n<p>.</p>',
    text: 'Pagado. ¡Gracias!\n.\n',
    attachments: [{ fileName: 'factura.pdf', pdf: Buffer.from('%PDF-1.7') }],
    kind: 'transactional',
    isNeutral,
    returnPath: `bounces-${'0'.repeat(32)}@bounces.example`,
  });
  expect(outcome).toEqual({ outcome: 'sent' });
  await gateway.close();
  return raw ?? Buffer.alloc(0);
}

const environment = {
  DATABASE_URL: 'postgres://x',
  APP_SECRET: 's'.repeat(32),
  MAIL_FROM: 'Evenkeel <no-reply@mail.evenkeel.test>',
};

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
});
const signing = {
  DKIM_DOMAIN: 'mail.evenkeel.test',
  DKIM_SELECTOR: 'y2026',
  // On one line, as in an environment variable.
  DKIM_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
};
const asked: string[] = [];
const resolver = async (name: string) => {
  asked.push(name);
  return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
};
const verdict = async (raw: Buffer | string) =>
  (await dkimVerify(raw, { resolver })).results.map(({ signingDomain, status }) => [signingDomain, status?.result]);

test('a mail is DKIM-signed as configured: an independent verifier accepts it, but not once changed', async () => {
  const raw = await rawOf(parseConfig({ ...environment, ...signing }));
  expect(await verdict(raw)).toEqual([['mail.evenkeel.test', 'pass']]);
  expect(new Set(asked)).toEqual(new Set(['y2026._domainkey.mail.evenkeel.test']));
  const changed = ['From', 'To', 'Subject', 'Message-ID'].map((header) =>
    raw.toString().replace(new RegExp(`^${header}: `, 'm'), '$&x'),
  );
  for (const other of [...changed, `${raw.toString()}more\r\n`])
    expect(await verdict(other), other).not.toEqual([['mail.evenkeel.test', 'pass']]);
  expect((await rawOf(parseConfig(environment))).toString()).not.toMatch(/^DKIM-Signature:/m);
});

test('O20: a neutral mail from another domain names the brand nowhere, and is signed for its own domain alone', async () => {
  const neutral = (from: string) =>
    rawOf(parseConfig({ ...environment, ...signing, NEUTRAL_MAIL_FROM: from }), { isNeutral: true });
  const head = (await neutral('notices@post.example')).toString().split('\r\n\r\n')[0] ?? '';
  expect(head).not.toMatch(/evenkeel|^DKIM-Signature:/im);
  expect(head).toMatch(/^Message-ID: <receipt\.1@post\.example>/m);
  expect(await verdict(await neutral('notices@quiet.mail.evenkeel.test'))).toEqual([['mail.evenkeel.test', 'pass']]);
});
