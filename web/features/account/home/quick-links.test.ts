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
const waiver = 'Cannot pay the next year?';
const calendar = 'Add to my calendar';

test.each([
  ['renews', subscription(), [pay, cancel, waiver, calendar]],
  ['renews in months', subscription({ mayRequestFeeWaiver: false }), [pay, cancel, calendar]],
  ['waits for a payment', waiting, [pay, cancel, waiver, calendar]],
  ['has no payment method', withoutMethod, ['Add a payment method', cancel, waiver, calendar]],
  ['was cancelled', cancelled, [pay, 'Renew after all', calendar]],
  ['ended', lapsed, ['Start again', waiver]],
  ['was refunded', refunded, ['Start again', waiver]],
  ['is paid by the other parent', paidByOther, [calendar]],
  [
    'is no longer paid by the other parent',
    { ...paidByOther, autoRenew: false, mayResume: true },
    [pay, 'Renew after all', calendar],
  ],
  ['is not there', null, []],
] as const)('F11: what is offered about a renewal fits a subscription that %s', (_, one, expected) => {
  const always = ['Download your data', 'Password and devices'];
  expect(quickLinks(one).map(({ text }) => text)).toEqual([...expected, ...always]);
});
