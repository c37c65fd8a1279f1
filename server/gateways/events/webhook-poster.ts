import { lookup } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { brand } from '#contract/brand.ts';
import type { EventPoster, Posted } from './port.ts';
import { isPrivateAddress } from './private-address.ts';

const timeoutMs = 10_000;
/** Of the response's body, which is not used. */
const maxBytes = 64 * 1024;

type Settings = {
  /** Whether any address may be called. */
  inDevelopment: boolean;
  /** True where real money is taken; elsewhere named hosts may be called by http. */
  httpsOnly: boolean;
  /** Hosts of the company's own network that may have private addresses. */
  privateHosts: readonly string[];
};

class Refused extends Error {}

/** Resolves the host once, for the connection itself: a second DNS answer cannot redirect the call (DNS rebinding). */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0);
    const [first] = found;
    if (!first) return callback(new Refused('NO_ADDRESS'), '', 0);
    if (found.some(({ address }) => isPrivateAddress(address))) return callback(new Refused('PRIVATE_ADDRESS'), '', 0);
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

/** Why an address is not called at all; null if it may be. */
export function addressProblem(url: string, { inDevelopment, httpsOnly, privateHosts }: Settings): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || parsed.username !== '' || parsed.password !== '') return 'NOT_AN_ADDRESS';
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const isFree = inDevelopment || privateHosts.includes(host);
  if (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && isFree && !httpsOnly)) return 'NOT_HTTPS';
  return !isFree && isIP(host) !== 0 && isPrivateAddress(host) ? 'PRIVATE_ADDRESS' : null;
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3); null if it is missing or unreadable. */
function retryAfterMs({ headers }: IncomingMessage): number | null {
  const header = headers['retry-after'] ?? '';
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return wait > 0 ? wait : null;
}

function postedOf(answer: IncomingMessage): Posted {
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status < 300) return { delivered: true };
  const wait = retryAfterMs(answer);
  return {
    delivered: false,
    failure: `HTTP ${status}`,
    ...(wait === null ? {} : { retryAfterMs: wait }),
    ...(status === 410 ? { isGone: true } : {}),
  };
}

function ended(answer: IncomingMessage): Promise<Posted> {
  let bytes = 0;
  return new Promise((resolve, reject) => {
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) answer.destroy(new Refused('ANSWER_TOO_LARGE'));
    });
    answer.on('error', reject);
    // A redirect is treated like any other response: it is not followed.
    answer.on('end', () => resolve(postedOf(answer)));
  });
}

function post(url: URL, options: RequestOptions, body: string): Promise<Posted> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const call = request(url, options, (answer) => void ended(answer).then(resolve, reject));
    call.on('error', reject);
    call.end(body);
  });
}

function failureOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'AbortError' || name === 'TimeoutError' ? 'TIMEOUT' : (code ?? 'NOT_REACHED');
}

/** Posts events according to Standard Webhooks, signed with each valid secret, to public addresses only. */
export function webhookPoster(settings: Settings): EventPoster {
  return async ({ url, secrets, id, at, body }) => {
    const problem = addressProblem(url, settings);
    if (problem) return { delivered: false, failure: problem };
    const address = new URL(url);
    const isFree = settings.inDevelopment || settings.privateHosts.includes(address.hostname);
    const headers = {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': `${brand.name} events`,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { method: 'POST', headers, signal, ...(isFree ? {} : { lookup: publicLookup }) };
    return post(address, options, body).catch((error: unknown) => ({ delivered: false, failure: failureOf(error) }));
  };
}
