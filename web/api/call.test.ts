import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf, call, hearNotSignedIn } from './call.ts';

const answerWith = (response: Response | Error) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => (response instanceof Error ? Promise.reject(response) : Promise.resolve(response))),
  );
const json = (body: unknown, status: number) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
const access = { params: { signupId: '0190' }, headers: { 'x-registration-key': 'k'.repeat(43) } };

describe('a call of the API', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('fills in the path and leaves out what is not given', () => {
    expect(addressOf('GET /v2/countries/:country/regions', { country: 'U/S' }, { region: undefined, of: 'a&b' })).toBe(
      '/api/v2/countries/U%2FS/regions?of=a%26b',
    );
  });

  it('sends its headers, and the language of the page', async () => {
    answerWith(json({ signupId: '0190', expiresAt: 'x', lastCompletedStep: 1 }, 200));
    expect(await call('POST /v2/registrations/:signupId/extension', access)).toEqual({
      ok: true,
      data: { signupId: '0190', expiresAt: 'x', lastCompletedStep: 1 },
    });
    const headers = new Headers(vi.mocked(fetch).mock.calls[0]?.[1]?.headers);
    expect(headers.get('x-registration-key')).toBe('k'.repeat(43));
    expect(headers.get('accept-language')).toBe('en');
  });

  it('returns a refusal as a value, with all it carries', async () => {
    answerWith(json({ code: 'REGISTRATION_EXPIRED', status: 410, message: 'Gone', validationErrors: [] }, 410));
    expect(await call('POST /v2/registrations/:signupId/extension', access)).toMatchObject({
      ok: false,
      problem: { code: 'REGISTRATION_EXPIRED', message: 'Gone' },
    });
  });

  it('7.3-1: reports ended sessions to their listener, and nothing else', async () => {
    const heard = vi.fn<() => void>();
    const stop = hearNotSignedIn(heard);
    answerWith(json({ code: 'FORBIDDEN', status: 403, message: 'No', validationErrors: [] }, 403));
    await call('POST /v2/registrations/:signupId/extension', access);
    answerWith(new TypeError('Failed to fetch'));
    await call('POST /v2/registrations/:signupId/extension', access);
    expect(heard).not.toHaveBeenCalled();
    answerWith(json({ code: 'NOT_SIGNED_IN', status: 401, message: 'Log in', validationErrors: [] }, 401));
    await call('POST /v2/registrations/:signupId/extension', access);
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    await call('POST /v2/registrations/:signupId/extension', access);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['BUSY', new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['UNEXPECTED', new Response('<h1>Hello</h1>', { status: 200, headers: { 'content-type': 'text/html' } })],
    ['UNREACHABLE', new Response('{"cut', { status: 200, headers: { 'content-type': 'application/json' } })],
    ['UNREACHABLE', new TypeError('Failed to fetch')],
  ])('is %s when something other than our server responds', async (code, response) => {
    vi.stubGlobal('navigator', { onLine: true });
    answerWith(response);
    expect(await call('GET /v2/countries/:country/regions', { params: { country: 'US' } })).toMatchObject({
      ok: false,
      problem: { code },
    });
  });

  it('distinguishes a time-out and an abort from a lost connection', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    expect(
      await call('GET /v2/countries/:country/regions', { params: { country: 'US' } }, { timeoutMs: 5 }),
    ).toMatchObject({
      problem: { code: 'TIMED_OUT' },
    });
    const aborter = new AbortController();
    const stopped = call(
      'GET /v2/countries/:country/regions',
      { params: { country: 'US' } },
      { signal: aborter.signal },
    );
    aborter.abort();
    expect(await stopped).toMatchObject({ problem: { code: 'ABORTED' } });
  });
});
