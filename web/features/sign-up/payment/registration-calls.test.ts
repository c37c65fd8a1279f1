import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshSession } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { registrationCalls } from './registration-calls.ts';

const soon = '2026-11-21T12:00:00.000Z';
const later = '2026-11-21T14:00:00.000Z';
const submission = { key: 'a-key', body: {} as Parameters<ReturnType<typeof registrationCalls>['pay']>[0]['body'] };

type Answer = { status?: number; body?: unknown } | 'lost';
const declined = { status: 402, body: { code: 'PAYMENT_DECLINED', status: 402, message: 'No', validationErrors: [] } };
const confirming = { body: { outcome: 'CONFIRMING', paymentId: 'one' } };
const extended = { body: { signupId: 'one', expiresAt: later, lastCompletedStep: 2 } };

/** A server with these responses in order; returns the requests. */
function server(...answers: (Answer | Promise<Answer>)[]): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(new URL(address, 'http://server').pathname.split('/').at(-1) ?? '');
    const answer = await answers.shift();
    if (answer === undefined || answer === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(answer.body, { status: answer.status ?? 200 });
  });
  return requests;
}

describe('the time-out of a sign-up that is being paid', () => {
  const calls = registrationCalls();
  const expiresAt = () => joinSession().expiresAt;
  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true });
    changeSession(() => ({
      ...freshSession(),
      signupId: 'one',
      registrationKey: 'key',
      lastCompletedStep: 3,
      expiresAt: soon,
    }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    changeSession(() => freshSession());
  });

  it('4.2-6: stops with the payment submission, and stays stopped while its outcome is not known', async () => {
    const requests = server('lost', confirming, 'lost');
    const submitted = calls.pay(submission);
    expect(expiresAt()).toBeNull();
    await submitted;
    await calls.readPayment('a-key');
    await calls.readPayment('a-key');
    expect(expiresAt()).toBeNull();
    expect(requests).toEqual(['payments', 'payment', 'payment']);
  });

  it('4.2-7: restarts when the payment came to nothing: at once, or when it is found out later', async () => {
    server(declined, extended);
    await calls.pay(submission);
    await vi.waitFor(() => expect(expiresAt()).toBe(later));
    for (const outcome of [{ outcome: 'DECLINED', code: 'x', text: 'No' }, { outcome: 'NONE' }]) {
      server('lost', { body: outcome }, extended);
      await calls.pay(submission);
      expect(expiresAt()).toBeNull();
      await calls.readPayment('a-key');
      await vi.waitFor(() => expect(expiresAt()).toBe(later));
    }
  });

  it('is not extended by a page that only checks whether anything was paid', async () => {
    const requests = server({ body: { outcome: 'NONE' } });
    await calls.readPayment(null);
    expect(expiresAt()).toBe(soon);
    expect(requests).toEqual(['payment']);
  });

  it('stops in another tab of the same sign-up, too', async () => {
    server(confirming);
    await calls.readPayment(null);
    expect(expiresAt()).toBeNull();
  });

  it('is not restarted by a response that is older than the next submission', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    server(declined, promise, 'lost', { body: { outcome: 'PAID' } });
    await calls.pay(submission);
    await calls.pay(submission);
    resolve(extended);
    await calls.readPayment('a-key');
    expect(expiresAt()).toBeNull();
  });
});
