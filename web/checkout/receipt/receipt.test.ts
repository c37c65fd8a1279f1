import { afterEach, describe, expect, it } from 'vitest';
import type { Paid } from '#contract/api/payments.ts';
import { type FlowPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { guardOf } from '#web/join-session/guards.ts';
import {
  freshSession,
  type InviteContext,
  type JoinSession,
  type StepOneValues,
} from '#web/join-session/join-session.ts';
import { paymentKeys } from '#web/join-session/payment-keys.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { duplicateSeen, receiptSeen, type Transition } from '#web/join-session/transitions.ts';
import { saleAddress } from './affiliate-tag.ts';
import { receiptOf, receiptOpened } from './receipt-of.ts';

const paid = (packageId: number, clickToJoinToken: string | null = null) =>
  ({ clickToJoinToken, registration: { order: { packageId } } }) as Paid;

/** The transitions that screens run when they are opened; other screens run none. */
const onOpening: Partial<Record<FlowPath, Transition>> = {
  [paths.receipt]: receiptOpened,
  [paths.inviteReceipt]: receiptOpened,
  [paths.duplicate]: duplicateSeen,
};

const given = (part: Partial<JoinSession>) => changeSession(() => ({ ...freshSession(), ...part }));

/** Opens an address as a browser does: returns the redirect, or runs the screen's transition. */
function opened(path: FlowPath): string | null {
  const target = guardOf(path)();
  if (target === null) changeSession(onOpening[path] ?? ((session) => session));
  return target;
}

afterEach(() => {
  for (const subject of ['one', 'her']) paymentKeys.settle(subject);
  changeSession(() => freshSession());
});

describe('the receipt', () => {
  it('shows after payment and credentials', () => {
    expect(receiptOf({ paymentRes: paid(1001), selectedPackageId: 1001 }).verdict).toBe('show');
  });

  it('is gone after a reload', () => {
    expect(receiptOf({ paymentRes: null, selectedPackageId: null }).verdict).toBe('reloaded');
  });

  it('4.5-7, 8-9: does not show for another package than was chosen', () => {
    expect(receiptOf({ paymentRes: paid(1002), selectedPackageId: 1001 })).toEqual({ verdict: 'mismatch', paid: null });
  });

  it('comes after the credentials, because it ends the session', () => {
    given({ paymentRes: paid(1001, 'token'), selectedPackageId: 1001 });
    expect(opened(paths.receipt)).toBe('/join/credentials');
    expect(opened(paths.inviteReceipt)).toBe('/join/invite/credentials');
  });

  it('2.9-7: sends the affiliate the order and the sub-total after discount, and nothing else', () => {
    const url = new URL(
      saleAddress('https://affiliate.example/sale.js', { transactionId: 'p31p1z9p', subTotalCents: 34_500 }),
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({ transactionId: 'p31p1z9p', subTotal: '345.00' });
  });
});

const person = { firstName: 'Marta', parentDuplicateConfirmed: false } as StepOneValues;
const invite = { inviteToken: 'token', userId: 'her', authToken: null, isSubscriptionCurrent: false } as InviteContext;
const open = { signupId: 'one', registrationKey: 'key', stepOneValues: person, expiresAt: '2999-01-01T00:00:00.000Z' };
const steps = [0, 1, 2, 3] as const;
const unpaid: readonly Partial<JoinSession>[] = [
  {},
  { expired: true },
  ...steps.map((lastCompletedStep) => ({ ...open, lastCompletedStep })),
  ...steps.map((lastCompletedStep) => ({ ...open, lastCompletedStep, expiresAt: null })),
  ...steps.map((lastCompletedStep) => ({ invite, stepOneValues: person, lastCompletedStep })),
  ...steps.map((lastCompletedStep) => ({
    invite: { ...invite, isSubscriptionCurrent: true, authToken: 'credentials' },
    lastCompletedStep,
  })),
];

describe('F1: an address that is opened by hand', () => {
  it('F1: changes no stored state, whatever the address and state, unless it shows the receipt of what was paid or a duplicate', () => {
    for (const pressed of [false, true])
      for (const part of [
        ...unpaid,
        { ...open, lastCompletedStep: 3 as const, paymentRes: paid(1001, 'token') },
        { receiptShown: true },
      ])
        for (const path of Object.values(paths)) {
          // L7: the duplicate page clears the sign-up on load (specification 4.5), and says so.
          if (path === paths.duplicate) continue;
          given(part);
          if (pressed) for (const subject of ['one', 'her']) paymentKeys.keyFor({ subjectId: subject, body: 'order' });
          const before = joinSession();
          opened(path);
          expect(joinSession(), `${path} with ${JSON.stringify(part)}`).toEqual(before);
        }
  });

  it.each([
    [paths.receipt, { ...open, lastCompletedStep: 3 as const }, 'one', '/join/payment'],
    [paths.inviteReceipt, { invite, lastCompletedStep: 2 as const }, 'her', '/join/invite/payment'],
  ])(
    'F1: %s leads back to a payment that is being confirmed, and otherwise shows that nothing is known',
    (path, part, subjectId, target) => {
      given(part);
      expect(opened(path)).toBeNull();
      paymentKeys.keyFor({ subjectId, body: 'order' });
      expect(opened(path)).toBe(target);
    },
  );

  it.each([
    [
      [paths.yourDetails, paths.coParent, paths.packages, paths.buildYourOwn, paths.payment, paths.credentials],
      '/join/receipt',
    ],
    [
      [
        paths.inviteYourDetails,
        paths.invitePackages,
        paths.inviteBilling,
        paths.invitePayment,
        paths.inviteCredentials,
      ],
      '/join/invite/receipt',
    ],
  ])('F1: before and after the receipt no step of a paid sign-up opens empty: %s', (addresses, target) => {
    given({ ...open, invite, lastCompletedStep: 3, paymentRes: paid(1001), selectedPackageId: 1001 });
    for (const path of addresses) expect(opened(path), path).toBe(target);
    changeSession(receiptSeen);
    for (const path of addresses) expect(opened(path), path).toBe(target);
    expect(JSON.stringify(joinSession())).not.toContain('Marta');
  });
});
