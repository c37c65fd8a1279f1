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

const cancel = 'Cancel renewal';
const waiver = "Can't pay for the next year?";

test.each([
  ['renews', subscription(), [cancel, waiver]],
  ['renews in months', subscription({ mayRequestFeeWaiver: false }), [cancel]],
  ['waits for a payment', waiting, [cancel, waiver]],
  ['has no payment method', withoutMethod, [cancel, waiver]],
  ['was cancelled', cancelled, ['Resume renewal']],
  ['ended', lapsed, [waiver]],
  ['was refunded', refunded, [waiver]],
  ['is paid by the other parent', paidByOther, []],
  ['is no longer paid by the other parent', { ...paidByOther, autoRenew: false, mayResume: true }, ['Resume renewal']],
  ['does not exist', null, []],
] as const)('F11: what is offered about a renewal fits a subscription that %s', (_, one, expected) => {
  expect(quickLinks(one).map(({ text }) => text)).toEqual(expected);
});
