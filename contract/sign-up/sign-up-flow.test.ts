import { describe, expect, test } from 'vitest';
import {
  afterFamily,
  afterInviteDetails,
  afterPackage,
  dotTarget,
  type FlowState,
  nextStepPath,
  paths,
  redirectFor,
} from './sign-up-flow.ts';

const fresh: FlowState = {
  lastCompletedStep: 0,
  expired: false,
  parentDuplicate: false,
  pricingGroup: null,
  subscriptionCurrent: false,
  paid: false,
  paymentUnresolved: false,
  receiptShown: false,
  mayStartCredentials: false,
  inviteToken: false,
  inviteUserId: false,
};

describe('guards', () => {
  test.each([
    ['2.5-2, 2.5-6: step 2 without step 1', paths.coParent, {}, paths.yourDetails],
    ['step 2 after time-out', paths.coParent, { lastCompletedStep: 2, expired: true }, paths.yourDetails],
    ['4.4-1: packages after step 1 alone', paths.packages, { lastCompletedStep: 1 }, paths.coParent],
    [
      '4.4-6: packages for a duplicate outside P0',
      paths.packages,
      { lastCompletedStep: 2, parentDuplicate: true, pricingGroup: 'P1' },
      paths.duplicate,
    ],
    [
      'packages for a duplicate in P0',
      paths.packages,
      { lastCompletedStep: 2, parentDuplicate: true, pricingGroup: 'P0' },
      null,
    ],
    ['4.4-2: build-your-own after step 1', paths.buildYourOwn, { lastCompletedStep: 1 }, paths.coParent],
    ['4.4-3: build-your-own after step 2', paths.buildYourOwn, { lastCompletedStep: 2 }, null],
    ['payment without a package', paths.payment, { lastCompletedStep: 2 }, paths.packages],
    [
      '4.6-3, 4.6-4: payment for a confirmed duplicate',
      paths.payment,
      { lastCompletedStep: 3, parentDuplicate: true },
      paths.duplicate,
    ],
    [
      '4.6-5: payment with a current subscription',
      paths.payment,
      { lastCompletedStep: 3, subscriptionCurrent: true },
      paths.securityQuestions,
    ],
    [
      'payment when it was paid already',
      paths.payment,
      { lastCompletedStep: 3, paid: true, mayStartCredentials: true },
      paths.credentials,
    ],
    ['credentials without a payment', paths.credentials, { lastCompletedStep: 3 }, paths.payment],
    ['credentials from a mailed link', paths.credentials, { mayStartCredentials: true }, null],
    ['L3: credentials from a mailed link that lost its secret', paths.credentials, {}, null],
    ['4.6-6: an invited step without a token', paths.inviteYourDetails, { inviteUserId: true }, paths.home],
    [
      'an invited step without a user id',
      paths.invitePackages,
      { inviteToken: true, lastCompletedStep: 1 },
      paths.home,
    ],
    [
      'invited payment after step 1',
      paths.invitePayment,
      { inviteToken: true, inviteUserId: true, lastCompletedStep: 1 },
      paths.invitePackages,
    ],
    [
      'invited payment at the start',
      paths.invitePayment,
      { inviteToken: true, inviteUserId: true },
      paths.inviteYourDetails,
    ],
    [
      'invited payment after step 2',
      paths.invitePayment,
      { inviteToken: true, inviteUserId: true, lastCompletedStep: 2 },
      null,
    ],
    [
      'invited payment where somebody else has paid',
      paths.invitePayment,
      { inviteToken: true, inviteUserId: true, lastCompletedStep: 2, subscriptionCurrent: true },
      paths.inviteBilling,
    ],
    [
      'invited packages once paid',
      paths.invitePackages,
      { inviteToken: true, inviteUserId: true, lastCompletedStep: 2, paid: true, mayStartCredentials: true },
      paths.inviteCredentials,
    ],
    [
      'invited step 1 once paid',
      paths.inviteYourDetails,
      { inviteToken: true, inviteUserId: true, paid: true, mayStartCredentials: true },
      paths.inviteCredentials,
    ],
    [
      'invited billing of somebody who has to pay',
      paths.inviteBilling,
      { inviteToken: true, inviteUserId: true, lastCompletedStep: 2 },
      paths.invitePayment,
    ],
    [
      'invited billing where somebody else has paid',
      paths.inviteBilling,
      { inviteToken: true, inviteUserId: true, lastCompletedStep: 2, subscriptionCurrent: true },
      null,
    ],
    [
      'invited credentials before billing',
      paths.inviteCredentials,
      { inviteToken: true, inviteUserId: true, lastCompletedStep: 2, subscriptionCurrent: true },
      paths.inviteBilling,
    ],
    [
      'invited credentials at the start',
      paths.inviteCredentials,
      { inviteToken: true, inviteUserId: true },
      paths.inviteYourDetails,
    ],
    [
      'invited credentials with a token',
      paths.inviteCredentials,
      { inviteToken: true, inviteUserId: true, lastCompletedStep: 2, mayStartCredentials: true },
      null,
    ],
  ] as const)('4.6-1: a guard redirects correctly: %s', (_title, path, state, target) => {
    expect(redirectFor(path, { ...fresh, ...state })).toBe(target);
  });

  test('guards never redirect in a loop', () => {
    for (const lastCompletedStep of [0, 1, 2, 3] as const) {
      for (const bits of Array.from({ length: 256 }, (_, index) => index)) {
        const on = (bit: number) => (bits & (1 << bit)) !== 0;
        const state: FlowState = {
          ...fresh,
          lastCompletedStep,
          expired: on(0),
          parentDuplicate: on(1),
          paid: on(2),
          mayStartCredentials: on(3),
          inviteToken: on(4),
          inviteUserId: on(4),
          subscriptionCurrent: on(5),
          paymentUnresolved: on(6),
          receiptShown: on(7),
        };
        for (const start of Object.values(paths)) {
          let at: (typeof paths)[keyof typeof paths] | null = start;
          for (let hops = 0; at !== null; hops++) {
            expect(hops, `${start} with ${JSON.stringify(state)}`).toBeLessThan(6);
            at = redirectFor(at, state);
          }
        }
      }
    }
  });
});

describe('progress dots', () => {
  test.each([
    [1, 0, false, paths.yourDetails],
    [2, 0, false, null],
    [2, 1, false, paths.coParent],
    [3, 1, false, null],
    [3, 2, false, paths.packages],
    [4, 2, false, null],
    [4, 3, false, paths.payment],
    [1, 0, true, paths.inviteYourDetails],
    [2, 1, true, paths.invitePackages],
    [3, 1, true, null],
    [3, 2, true, paths.invitePayment],
  ] as const)(
    '2.3-4, 2.3-8: dot %i with step %i done (invited: %s) opens %s',
    (dot, lastCompletedStep, invited, target) => {
      expect(dotTarget(dot, { lastCompletedStep, invited })).toBe(target);
    },
  );
});

test('4.3-1, 4.3-3: where each step leads', () => {
  expect(nextStepPath(2)).toBe(paths.packages);
  expect(afterFamily({ duplicateConfirmed: true, packagesV2: true, preselectedPackage: true })).toEqual({
    path: paths.duplicate,
    lastCompletedStep: 2,
  });
  expect(afterFamily({ duplicateConfirmed: false, packagesV2: true, preselectedPackage: true })).toEqual({
    path: paths.payment,
    lastCompletedStep: 3,
  });
  expect(afterFamily({ duplicateConfirmed: true, packagesV2: false, preselectedPackage: false })).toEqual({
    path: paths.packages,
    lastCompletedStep: 2,
  });
  expect(afterPackage({ buildYourOwn: true, invited: false })).toEqual({
    path: paths.buildYourOwn,
    lastCompletedStep: 2,
  });
  expect(afterPackage({ buildYourOwn: false, invited: true })).toEqual({
    path: paths.invitePayment,
    lastCompletedStep: 2,
  });
  expect(afterInviteDetails({ subscriptionCurrent: true, billingComplete: false })).toEqual({
    path: paths.inviteBilling,
    lastCompletedStep: 2,
  });
});
