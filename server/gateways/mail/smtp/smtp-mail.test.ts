import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inbox, type Mailbox, openMailbox, type SmtpIntake, startSmtpIntake } from '#sandbox/mail/index.ts';
import type { Mail, MailGateway } from '../port.ts';
import { createSmtpMail } from './smtp-mail.ts';

const from = 'Evenkeel <no-reply@evenkeel.example>';
const mail: Mail = {
  messageId: '0190.receipt@evenkeel.example',
  to: 'marta@example.com',
  subject: 'Your receipt',
  html: '<p>Paid <a href="https://a.example/x?a=1&amp;b=2">details</a></p>',
  text: 'Paid',
  kind: 'transactional',
};

let mailbox: Mailbox;
let intake: SmtpIntake;
let app: FastifyInstance;
let gateway: MailGateway;

beforeEach(async () => {
  mailbox = await openMailbox({ dataDir: await mkdtemp(join(tmpdir(), 'mail-')) });
  intake = await startSmtpIntake({ mailbox, port: 0, host: '127.0.0.1' });
  app = Fastify();
  await app.register(inbox, { mailbox });
  gateway = createSmtpMail({ url: `smtp://127.0.0.1:${intake.port}`, from });
});

afterEach(async () => {
  await gateway.close();
  await Promise.all([intake.close(), app.close()]);
});

async function inject(fault: object) {
  const answer = await app.inject({ method: 'POST', url: '/control/mail-faults', payload: fault });
  expect(answer.statusCode).toBe(201);
}

describe('sending by SMTP', () => {
  test('names nobody as the sender of a neutral mail', async () => {
    const senderOf = async (options: { neutralFrom?: string }) => {
      const neutral = createSmtpMail({ url: `smtp://127.0.0.1:${intake.port}`, from, ...options });
      await neutral.send({ ...mail, isNeutral: true });
      await neutral.close();
      const [arrived] = mailbox.list({ to: mail.to });
      return arrived?.headers.find(({ name }) => name.toLowerCase() === 'from')?.value;
    };
    expect(await senderOf({})).toBe('no-reply@evenkeel.example');
    expect(await senderOf({ neutralFrom: 'Office <office@post.example>' })).toContain('office@post.example');
  });

  test('the mail arrives whole, under the message id it was given', async () => {
    expect(await gateway.send({ ...mail, headers: { 'Reply-To': 'help@evenkeel.example' } })).toEqual({
      outcome: 'sent',
    });
    const [arrived] = mailbox.list({ to: mail.to });
    expect(arrived).toMatchObject({
      messageId: `<${mail.messageId}>`,
      from: 'no-reply@evenkeel.example',
      to: [mail.to],
      subject: mail.subject,
      links: ['https://a.example/x?a=1&b=2'],
    });
    expect(arrived?.html?.trim()).toBe(mail.html);
    expect(arrived?.text?.trim()).toBe(mail.text);
    const names = arrived?.headers.map(({ name, value }) => `${name}: ${value}`);
    expect(names).toContain('Reply-To: help@evenkeel.example');
    expect(names).toContain('Auto-Submitted: auto-generated');
  });

  test.each([
    ['CRLF and a header', 'Hi\r\nBcc: thief@evil.example\r\n\r\nbody', 'Hi Bcc: thief@evil.example body'],
    ['a line separator', 'Hi\u2028Bcc: thief@evil.example', 'Hi Bcc: thief@evil.example'],
    ['NUL', 'Hi\0there', 'Hi there'],
    ['markup and a template', '<b>x</b> {{7*7}} =cmd', '<b>x</b> {{7*7}} =cmd'],
    ['other scripts', 'O’Brien-Þórsson, 李, שרה, 👨‍👩‍👧', 'O’Brien-Þórsson, 李, שרה, 👨‍👩‍👧'],
  ])('SEC8 SEC9 %s in a subject stays literal text', async (_name, subject, shown) => {
    expect(await gateway.send({ ...mail, subject })).toEqual({ outcome: 'sent' });
    const [arrived] = mailbox.list({ to: null });
    expect(arrived?.subject).toBe(shown);
    expect(arrived?.to).toEqual([mail.to]);
    expect(arrived?.headers.some(({ name }) => name.toLowerCase() === 'bcc')).toBe(false);
  });

  test('SEC8: a header value cannot start another header', async () => {
    await gateway.send({ ...mail, headers: { 'Reply-To': 'a@example.com\r\nBcc: thief@evil.example' } });
    const [arrived] = mailbox.list({ to: null });
    expect(arrived?.to).toEqual([mail.to]);
    expect(arrived?.headers.some(({ name }) => name.toLowerCase() === 'bcc')).toBe(false);
  });

  test.each([
    'a@example.com, b@example.com',
    'a@example.com\r\nRCPT TO:<b@example.com>',
    'A <a@example.com>',
    'nobody',
    '',
    'group:a@example.com;',
  ])('SEC8 %j is not one address: refused, and nothing is sent', async (to) => {
    expect(await gateway.send({ ...mail, to })).toEqual({ outcome: 'refused', cause: 'address' });
    expect(mailbox.list({ to: null })).toEqual([]);
  });

  test('twenty mails at once arrive once each', async () => {
    const mails = Array.from({ length: 20 }, (_, index) => ({ ...mail, messageId: `${index}@evenkeel.example` }));
    const outcomes = await Promise.all(mails.map((each) => gateway.send(each)));
    expect(outcomes.every(({ outcome }) => outcome === 'sent')).toBe(true);
    const arrived = mailbox.list({ to: null }).map(({ messageId }) => messageId);
    expect(arrived.sort()).toEqual(mails.map(({ messageId }) => `<${messageId}>`).sort());
  });

  test('W4: news requires one-click List-Unsubscribe, invites may have it, and no other mail', async () => {
    const oneClickUnsubscribe = 'https://evenkeel.example/stop#token=x';
    await expect(gateway.send({ ...mail, kind: 'news' })).rejects.toThrow('news');
    await expect(gateway.send({ ...mail, oneClickUnsubscribe })).rejects.toThrow('news');
    const listUnsubscribe = 'mailto:stop@evenkeel.example';
    const polite = createSmtpMail({ url: `smtp://127.0.0.1:${intake.port}`, from, listUnsubscribe });
    await polite.send({ ...mail, kind: 'news', oneClickUnsubscribe });
    await polite.send({ ...mail, messageId: 'second@evenkeel.example' });
    await polite.send({ ...mail, messageId: 'third@evenkeel.example', kind: 'invite', oneClickUnsubscribe });
    await polite.close();
    const arrived = mailbox.list({ to: null });
    expect(arrived).toHaveLength(3);
    const told = arrived.flatMap(({ headers }) => headers).filter(({ name }) => name.startsWith('List-'));
    expect(told.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      `List-Unsubscribe: <${oneClickUnsubscribe}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      `List-Unsubscribe: <${oneClickUnsubscribe}>, <${listUnsubscribe}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]);
  });

  test('a message id that is invalid is an error of the caller', async () => {
    await expect(gateway.send({ ...mail, messageId: 'x>\r\nBcc: a@b' })).rejects.toThrow(TypeError);
  });
});

describe('when the mail server fails', () => {
  test('a recipient refused with 550 is final', async () => {
    await inject({ kind: 'refuse' });
    expect(await gateway.send(mail)).toEqual({
      outcome: 'refused',
      cause: 'recipient_refused',
    });
    expect(await gateway.send(mail)).toEqual({ outcome: 'sent' });
  });

  test('a greylisted mail is retryable', async () => {
    await inject({ kind: 'greylist' });
    expect(await gateway.send(mail)).toEqual({ outcome: 'retry', cause: 'server_busy' });
    expect(await gateway.send(mail)).toEqual({ outcome: 'sent' });
    expect(mailbox.list({ to: null })).toHaveLength(1);
  });

  test('REL4: a server that dies after DATA is never repeated by the adapter, and a repeat keeps its message id', async () => {
    await inject({ kind: 'die-after-data' });
    expect(await gateway.send(mail)).toEqual({ outcome: 'retry', cause: 'connection' });
    expect(mailbox.list({ to: null })).toHaveLength(1);
    expect(await gateway.send(mail)).toEqual({ outcome: 'sent' });
    expect(mailbox.list({ to: null }).map(({ messageId }) => messageId)).toEqual([
      `<${mail.messageId}>`,
      `<${mail.messageId}>`,
    ]);
  });

  test('REL4: nor one that dies on a reused connection', async () => {
    expect(await gateway.send({ ...mail, messageId: 'first@evenkeel.example' })).toEqual({ outcome: 'sent' });
    await inject({ kind: 'die-after-data' });
    expect(await gateway.send(mail)).toEqual({ outcome: 'retry', cause: 'connection' });
    expect(mailbox.list({ to: null })).toHaveLength(2);
  });

  test('a server restart between two mails goes unnoticed', async () => {
    expect(await gateway.send(mail)).toEqual({ outcome: 'sent' });
    await intake.close();
    intake = await startSmtpIntake({ mailbox, port: intake.port, host: '127.0.0.1' });
    expect(await gateway.send(mail)).toEqual({ outcome: 'sent' });
    expect(mailbox.list({ to: null })).toHaveLength(2);
  });

  test('REL4: a slow server ends in a retryable time-out', async () => {
    await inject({ kind: 'slow', delayMs: 5_000 });
    const hasty = createSmtpMail({ url: `smtp://127.0.0.1:${intake.port}`, from, timeoutMs: 400 });
    expect(await hasty.send(mail)).toEqual({ outcome: 'retry', cause: 'timeout' });
    await hasty.close();
  });

  test('REL4: an unreachable server is retryable', async () => {
    await intake.close();
    expect(await gateway.send(mail)).toEqual({ outcome: 'retry', cause: 'connection' });
  });

  test('TLS that the URL requires is not skipped when the server lacks it', async () => {
    const strict = createSmtpMail({ url: `smtp://127.0.0.1:${intake.port}?requireTLS=true`, from });
    expect(await strict.send(mail)).toEqual({ outcome: 'retry', cause: 'tls' });
    expect(mailbox.list({ to: null })).toEqual([]);
    await strict.close();
  });

  test('O20: no mail leaves unencrypted where encryption is required, unless the URL allows it', async () => {
    const url = `smtp://127.0.0.1:${intake.port}`;
    const [strict, waived] = ['', '?requireTLS=false'].map((query) =>
      createSmtpMail({ url: url + query, from, requireTls: true }),
    );
    expect(await strict?.send(mail)).toEqual({ outcome: 'retry', cause: 'tls' });
    expect(await waived?.send(mail)).toEqual({ outcome: 'sent' });
    await Promise.all([strict?.close(), waived?.close()]);
  });

  test('a fault can be limited to one recipient', async () => {
    await inject({ kind: 'refuse', to: 'other@example.com' });
    expect(await gateway.send(mail)).toEqual({ outcome: 'sent' });
    expect(await gateway.send({ ...mail, to: 'other@example.com' })).toEqual({
      outcome: 'refused',
      cause: 'recipient_refused',
    });
  });
});
