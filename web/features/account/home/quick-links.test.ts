import { expect, test } from 'vitest';
import {
  cancelled,
  lapsed,
  paidByOther,
  refunded,
  subscription,
  waiting,
  withoutMethod,
} from '#web/mock/account-fixtures.ts';
import { quickLinks } from './quick-links.ts';

const pay = 'Change how you pay';
const cancel = 'Cancel the renewal';
const waiver = "Can't pay for the next year?";
const calendar = 'Add to my calendar';

test.each([
  ['renews', subscription(), [pay, cancel, waiver, calendar]],
  ['renews in months', subscription({ mayRequestFeeWaiver: false }), [pay, cancel, calendar]],
  ['waits for a payment', waiting, [pay, cancel, waiver, calendar]],
  ['has no payment method', withoutMethod, ['Add a payment method', cancel, waiver, calendar]],
  ['was cancelled', cancelled, [pay, 'Resume renewal', calendar]],
  ['ended', lapsed, ['Restart plan', waiver]],
  ['was refunded', refunded, ['Restart plan', waiver]],
  ['is paid by the other parent', paidByOther, [calendar]],
  [
    'is no longer paid by the other parent',
    { ...paidByOther, autoRenew: false, mayResume: true },
    [pay, 'Resume renewal', calendar],
  ],
  ['does not exist', null, []],
] as const)('F11: what is offered about a renewal fits a subscription that %s', (_, one, expected) => {
  const always = ['Download your data', 'Password and devices'];
  expect(quickLinks(one).map(({ text }) => text)).toEqual([...expected, ...always]);
});
