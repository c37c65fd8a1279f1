import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressProblem, webhookPoster } from './webhook-poster.ts';

const secret = (sign: string) => `whsec_${Buffer.from(sign.repeat(32)).toString('base64')}`;
const event = { secrets: [secret('b'), secret('a')], id: 'e-1', at: new Date(), body: '{"specversion":"1.0"}' };
const live = { inDevelopment: false, httpsOnly: true, privateHosts: [] };

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
}

const inDevelopment = webhookPoster({ inDevelopment: true, httpsOnly: false, privateHosts: [] });

describe('an outgoing event', () => {
  it('P10: is signed with each secret, and the library verifies it with either', async () => {
    const calls: { headers: Record<string, string>; body: string }[] = [];
    const url = await receiver((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        calls.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(204).end();
      });
    });
    expect(await inDevelopment({ ...event, url })).toEqual({ delivered: true });
    const [call] = calls;
    expect(call?.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    for (const one of event.secrets)
      expect(new Webhook(one).verify(call?.body ?? '', call?.headers ?? {})).toEqual({ specversion: '1.0' });
    expect(() => new Webhook(secret('c')).verify(call?.body ?? '', call?.headers ?? {})).toThrow();
    expect(() => new Webhook(secret('a')).verify(`${call?.body} `, call?.headers ?? {})).toThrow();
  });

  it.each([
    ['a redirect', 307, '', 'HTTP 307'],
    ['an error', 500, '', 'HTTP 500'],
    ['an endless response', 200, 'x'.repeat(200_000), 'ANSWER_TOO_LARGE'],
  ])('P10: fails on %s, after a single request', async (_, status, body, failure) => {
    let asked = 0;
    const url = await receiver((_request, response) => {
      asked += 1;
      response.writeHead(status, { location: '/elsewhere' }).end(body);
    });
    expect(await inDevelopment({ ...event, url })).toEqual({ delivered: false, failure });
    expect(asked).toBe(1);
  });

  it('reports Retry-After in seconds or as a date, and 410 as gone', async () => {
    const answers = async (status: number, after?: string) => {
      const url = await receiver((_request, response) =>
        response.writeHead(status, after === undefined ? {} : { 'retry-after': after }).end(),
      );
      return inDevelopment({ ...event, url });
    };
    const refused = (failure: string, more: object = {}) => ({ delivered: false, failure, ...more });
    expect(await answers(429, '120')).toEqual(refused('HTTP 429', { retryAfterMs: 120_000 }));
    const dated = await answers(503, new Date(Date.now() + 60_000).toUTCString());
    expect(dated).toEqual(refused('HTTP 503', { retryAfterMs: expect.any(Number) }));
    expect('retryAfterMs' in dated && dated.retryAfterMs).toBeLessThanOrEqual(60_000);
    for (const none of ['soon', '-5', '0', 'Mon, 23 Nov 2020 00:00:00 GMT', ''])
      expect(await answers(503, none)).toEqual(refused('HTTP 503'));
    expect(await answers(410)).toEqual(refused('HTTP 410', { isGone: true }));
  });

  it.each([
    ['http://example.com/', 'NOT_HTTPS'],
    ['file:///etc/passwd', 'NOT_HTTPS'],
    ['https://user:pass@example.com/', 'NOT_AN_ADDRESS'],
    ['nowhere', 'NOT_AN_ADDRESS'],
    ['https://127.0.0.1/', 'PRIVATE_ADDRESS'],
    ['https://2130706433/', 'PRIVATE_ADDRESS'],
    ['https://0x7f.1/', 'PRIVATE_ADDRESS'],
    ['https://0/', 'PRIVATE_ADDRESS'],
    ['https://10.1.2.3/', 'PRIVATE_ADDRESS'],
    ['https://172.31.0.1/', 'PRIVATE_ADDRESS'],
    ['https://192.168.1.1/', 'PRIVATE_ADDRESS'],
    ['https://169.254.169.254/latest/meta-data/', 'PRIVATE_ADDRESS'],
    ['https://100.64.0.1/', 'PRIVATE_ADDRESS'],
    ['https://[::1]/', 'PRIVATE_ADDRESS'],
    ['https://[::ffff:127.0.0.1]/', 'PRIVATE_ADDRESS'],
    ['https://[::ffff:a9fe:a9fe]/', 'PRIVATE_ADDRESS'],
    ['https://[fd00::1]/', 'PRIVATE_ADDRESS'],
    ['https://[fe80::1]/', 'PRIVATE_ADDRESS'],
    ['https://[64:ff9b::7f00:1]/', 'PRIVATE_ADDRESS'],
    ['https://[2002:7f00:1::]/', 'PRIVATE_ADDRESS'],
    // A host name alone is not enough: the address it resolves to is checked.
    ['https://localhost:1/', 'PRIVATE_ADDRESS'],
  ])('P10: is not posted to %s on a live site', async (url, failure) => {
    expect(await webhookPoster(live)({ ...event, url })).toEqual({ delivered: false, failure });
  });

  it('goes to public addresses, and to configured private hosts', () => {
    expect(addressProblem('https://93.184.215.14/', live)).toBeNull();
    expect(addressProblem('https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', live)).toBeNull();
    expect(addressProblem('https://10.1.2.3/', { ...live, privateHosts: ['10.1.2.3'] })).toBeNull();
    expect(addressProblem('http://10.1.2.3/', { ...live, privateHosts: ['10.1.2.3'] })).toBe('NOT_HTTPS');
    // Where no real money is taken, as with npm start.
    expect(addressProblem('http://localhost/', { ...live, httpsOnly: false, privateHosts: ['localhost'] })).toBeNull();
    expect(addressProblem('http://example.com/', { ...live, httpsOnly: false })).toBe('NOT_HTTPS');
  });
});
