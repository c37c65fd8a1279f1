import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Paid } from '#contract/api/payments.ts';
import { type FlowPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { bootData, setBoot } from '#web/site/boot.ts';
import { guardOf } from './guards.ts';
import { freshSession, type JoinSession } from './join-session.ts';
import { changeSession, joinSession } from './session-store.ts';
import { paymentStarted } from './transitions.ts';

const locationOf = (path: FlowPath) => guardOf(path)();
const setSession = (part: Partial<JoinSession>) => changeSession(() => ({ ...freshSession(), ...part }));
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();
const paymentResult = (clickToJoinToken: string | null) => ({ outcome: 'PAID', clickToJoinToken }) as Paid;

describe('guards of the sign-up screens', () => {
  const boot = bootData();
  beforeEach(() => changeSession(() => freshSession()));
  afterEach(() => setBoot(boot));

  it('SEC10: send a fresh browser to the first step', () => {
    expect(locationOf(paths.coParent)).toBe('/join/step1');
    expect(locationOf(paths.payment)).toBe('/join/step1');
  });

  it('let through whoever has done the steps before', () => {
    setSession({ lastCompletedStep: 1, expiresAt: inAnHour() });
    expect(locationOf(paths.coParent)).toBeNull();
    expect(locationOf(paths.packages)).toBe('/join/step2');
  });

  it('remove everything and begin again when the time is up', () => {
    setSession({ lastCompletedStep: 3, expiresAt: aMinuteAgo(), signupId: 'one', registrationKey: 'key' });
    expect(locationOf(paths.payment)).toBe('/join/step1');
    expect(joinSession()).toMatchObject({ expired: true, signupId: null, registrationKey: null, lastCompletedStep: 0 });
    expect(locationOf(paths.yourDetails)).toBeNull();
  });

  it.each([
    ['leave a sign-up open', 3, 60, '/join/step2'],
    ['end a sign-up', -3, -1, '/join/step1'],
  ])('4.2-8: %s by the server’s clock, where the device’s is %i hours ahead', (_, hoursAhead, minutesLeft, shown) => {
    const serverTime = Date.now() - hoursAhead * 3_600_000;
    setBoot({ ...boot, sentAt: serverTime });
    setSession({ lastCompletedStep: 1, expiresAt: new Date(serverTime + minutesLeft * 60_000).toISOString() });
    expect(locationOf(paths.packages)).toBe(shown);
  });

  it('REL9, 4.2-5: remove nothing while the outcome of a payment is unknown, however long it takes', () => {
    setSession({ lastCompletedStep: 3, expiresAt: aMinuteAgo(), signupId: 'one', registrationKey: 'key' });
    changeSession(paymentStarted);
    expect(locationOf(paths.payment)).toBeNull();
    expect(joinSession()).toMatchObject({
      expired: false,
      signupId: 'one',
      registrationKey: 'key',
      lastCompletedStep: 3,
    });
  });

  it('UX2, 4.5-11: never let a paid sign-up be paid again: on to the credentials', () => {
    setSession({ lastCompletedStep: 3, paymentRes: paymentResult('token'), expiresAt: aMinuteAgo() });
    expect(locationOf(paths.payment)).toBe('/join/credentials');
    expect(locationOf(paths.credentials)).toBeNull();
  });

  it('send an invited page without an invitation home, outside the join application', () => {
    expect(locationOf(paths.invitePackages)).toBe('/home');
  });

  it('2.1-7: send a duplicate parent outside P0 from the packages to the duplicate page', () => {
    const stepOneValues = { parentDuplicateConfirmed: true } as JoinSession['stepOneValues'];
    setSession({ lastCompletedStep: 2, stepOneValues, pricingGroup: 'P1' });
    expect(locationOf(paths.packages)).toBe('/join/duplicate');
    setSession({ lastCompletedStep: 2, stepOneValues, pricingGroup: 'P0' });
    expect(locationOf(paths.packages)).toBeNull();
  });
});
