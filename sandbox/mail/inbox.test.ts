import { appendFile, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inbox, type Mailbox, openMailbox } from './index.ts';
import { mailFaultKinds, nextMailFault } from './mail-faults.ts';

let dataDir: string;
let mailbox: Mailbox;
let app: FastifyInstance;

async function open() {
  mailbox = await openMailbox({ dataDir });
  app = Fastify();
  await app.register(inbox, { mailbox });
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-'));
  await open();
});

afterEach(() => app.close());

function receive({
  to = 'marta@example.com',
  subject = 'Hello',
  body = '<p>Hi</p>',
}: {
  to?: string;
  subject?: string;
  body?: string;
} = {}) {
  const raw = `From: a@evenkeel.example\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <1@x>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`;
  return mailbox.receive({ from: 'a@evenkeel.example', to: [to], raw: Buffer.from(raw) });
}

const get = (url: string) => app.inject({ method: 'GET', url });

describe('the JSON inbox', () => {
  test('lists newest first and filters by recipient, whole address or part', async () => {
    await receive({ subject: 'first' });
    await receive({ to: 'tomas@example.com', subject: 'second' });
    await receive({ to: 'not-marta@example.com', subject: 'third' });
    const subjects = async (query: string) =>
      (await get(`/inbox/messages${query}`))
        .json<{ messages: { subject: string }[] }>()
        .messages.map(({ subject }) => subject);
    expect(await subjects('')).toEqual(['third', 'second', 'first']);
    expect(await subjects('?to=MARTA@example.com')).toEqual(['first']);
    expect(await subjects('?to=marta')).toEqual(['third', 'first']);
    expect(await subjects('?to=nobody@example.com')).toEqual([]);
  });

  test('gives one mail with headers, text, HTML and the addresses of its links, each once', async () => {
    const body =
      '<a href="https://a.example/?x=1&amp;y=2#t">A</a> <a class=b href=\'http://b.example\'>B</a> <a href="mailto:x@y">C</a> <a href="http://b.example">B</a>';
    const { id } = await receive({ body });
    const mail = (await get(`/inbox/messages/${id}`)).json();
    expect(mail).toMatchObject({
      id,
      messageId: '<1@x>',
      to: ['marta@example.com'],
      links: ['https://a.example/?x=1&y=2#t', 'http://b.example'],
    });
    expect(mail.headers).toContainEqual({ name: 'Subject', value: 'Hello' });
    expect(mail.html).toContain('https://a.example');
  });

  test('shows the same mail twice when it was sent twice', async () => {
    await receive();
    await receive();
    expect((await get('/inbox/messages')).json().messages).toHaveLength(2);
  });

  test('deletes one, those of a recipient, or all', async () => {
    const { id } = await receive();
    await receive();
    await receive({ to: 'tomas@example.com' });
    const remove = (url: string) => app.inject({ method: 'DELETE', url });
    expect((await remove(`/inbox/messages/${id}`)).statusCode).toBe(204);
    expect((await remove(`/inbox/messages/${id}`)).statusCode).toBe(404);
    expect((await remove('/inbox/messages?to=marta@example.com')).json()).toEqual({ removed: 1 });
    expect((await remove('/inbox/messages')).json()).toEqual({ removed: 1 });
    expect((await get(`/inbox/messages/${id}`)).statusCode).toBe(404);
  });
});

describe('after a restart', () => {
  test('no mail is lost, what was deleted stays deleted, and numbering continues', async () => {
    const first = await receive({ subject: 'gone' });
    const second = await receive({ subject: 'kept' });
    mailbox.remove({ id: first.id });
    await app.close();
    await open();
    expect(mailbox.list({ to: null })).toEqual([second]);
    expect(Number((await receive()).id)).toBe(3);
  });

  test('a line truncated by a kill loses only itself', async () => {
    const kept = await receive();
    await appendFile(join(dataDir, 'mail.jsonl'), '{"kind":"received","id":"2","ra');
    await app.close();
    await open();
    await receive();
    await app.close();
    await open();
    expect(mailbox.list({ to: null }).map(({ id }) => id)).toEqual(['2', kept.id]);
    for (const line of (await readFile(join(dataDir, 'mail.jsonl'), 'utf8')).trim().split('\n'))
      expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe('the page', () => {
  const hostile = '<script>alert(1)</script>"\'&';

  test('says that it is empty, and that a filter finds nothing', async () => {
    expect((await get('/inbox')).body).toContain('No emails yet');
    await receive();
    expect((await get('/inbox?to=nobody')).body).toContain('No emails for this recipient');
    expect((await get('/inbox')).body).not.toContain('No mail');
  });

  test('SEC8: subject, recipient and filter are shown as text', async () => {
    const { id } = await receive({ subject: hostile, to: '<b>@example.com' });
    for (const url of ['/inbox', `/inbox/${id}`, `/inbox?to=${encodeURIComponent(hostile)}`]) {
      const { body } = await get(url);
      expect(body).not.toMatch(/<script>|<b>@/);
      expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    }
  });

  test('SEC8: a mail is framed without scripts or requests, and its links open outside of the frame', async () => {
    const { id } = await receive({
      body: '<html><head><title>t</title></head><body><script>alert(1)</script><a href="https://a.example">A</a></body></html>',
    });
    const framed = await get(`/inbox/messages/${id}/html`);
    const policy = String(framed.headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(policy).toContain("default-src 'none'");
    expect(framed.body).toContain('<head><base target="_blank"><title>');
    const page = await get(`/inbox/${id}`);
    expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(String(page.headers['content-security-policy'])).not.toContain('unsafe');
    expect(page.body).toContain('rel="noopener noreferrer"');
  });

  test('the button deletes what is shown and returns to the list', async () => {
    await receive();
    await receive({ to: 'tomas@example.com' });
    const answer = await app.inject({
      method: 'POST',
      url: '/inbox/clear',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'to=marta%40example.com',
    });
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/inbox']);
    expect(mailbox.list({ to: null }).map(({ to }) => to)).toEqual([['tomas@example.com']]);
  });

  test('a deleted mail has a page that says so', async () => {
    const answer = await get('/inbox/99');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('This email is not here');
  });
});

describe('faults', () => {
  const post = (payload: object) => app.inject({ method: 'POST', url: '/control/mail-faults', payload });

  test('are listed, used up and cleared', async () => {
    expect((await post({ kind: 'refuse', times: 2 })).json()).toEqual({
      faults: [{ kind: 'refuse', times: 2, to: null, delayMs: 30_000 }],
    });
    expect(nextMailFault(mailbox.faults, { kinds: ['refuse'], recipients: ['a@b'] })).not.toBeNull();
    expect((await get('/control/mail-faults')).json().faults).toMatchObject([{ times: 1 }]);
    expect((await app.inject({ method: 'DELETE', url: '/control/mail-faults' })).statusCode).toBe(204);
    expect(nextMailFault(mailbox.faults, { kinds: ['refuse'], recipients: ['a@b'] })).toBeNull();
  });

  test('each has a button; armed ones are listed, and cleared with one click', async () => {
    const press = async (url: string, fields: Record<string, string>) => {
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      });
      const to = answer.headers['location'];
      return to === undefined ? String(answer.statusCode) : (await get(to)).body;
    };
    const { body: page } = await get('/inbox/faults');
    for (const kind of mailFaultKinds) expect(page).toContain(`<button name="kind" value="${kind}"`);
    expect(page).toContain('No faults set');
    expect(page).not.toContain('<script');
    const fields = { kind: 'slow', times: '3', to: ' <b>@example.com ', seconds: '7' };
    const armed = await press('/inbox/faults', fields);
    expect(armed).toContain('Fault set.');
    expect(armed).toMatch(/Answer late \(7 s\)<\/th><td data-label="Recipient">&lt;b&gt;@example.com<\/td><td[^>]*>3</);
    expect(mailbox.faults.list()).toEqual([{ kind: 'slow', times: 3, to: '<b>@example.com', delayMs: 7_000 }]);
    expect(await press('/inbox/faults', { ...fields, to: '' })).toContain('Everyone');
    expect(await press('/inbox/faults/clear', {})).toContain('No faults set');
    expect(mailbox.faults.list()).toEqual([]);
    expect(await press('/inbox/faults', { ...fields, kind: 'explode' })).toBe('400');
  });

  test.each([{ kind: 'unheard-of' }, { kind: 'refuse', times: 0 }, {}])('%j is not a fault', async (payload) => {
    expect((await post(payload)).statusCode).toBe(400);
  });
});
