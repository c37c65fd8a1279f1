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

test.each([
  ['renews', subscription(), [pay, cancel]],
  ['waits for a payment', waiting, [pay, cancel]],
  ['has no payment method', withoutMethod, ['Add a payment method', cancel]],
  ['was cancelled', cancelled, [pay, 'Renew after all']],
  ['ended', lapsed, ['Start again']],
  ['was refunded', refunded, ['Start again']],
  ['is paid by the other parent', paidByOther, []],
  [
    'is no longer paid by the other parent',
    { ...paidByOther, autoRenew: false, mayResume: true },
    [pay, 'Renew after all'],
  ],
  ['is not there', null, []],
] as const)('F11: what is offered about a renewal fits a subscription that %s', (_, one, expected) => {
  const always = ['Download your data', 'Password and devices'];
  expect(quickLinks(one).map(({ text }) => text)).toEqual([...expected, ...always]);
});
