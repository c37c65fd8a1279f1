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
import { mayAskForFreeYear } from '../subscription-texts.ts';
import { renewalLink } from './renewal-link.ts';

const cancel = 'Cancel renewal';

test.each([
  ['renews', subscription(), cancel, true],
  ['renews in months', subscription({ mayRequestFeeWaiver: false }), cancel, false],
  ['waits for a payment', waiting, cancel, true],
  ['has no payment method', withoutMethod, cancel, true],
  ['was cancelled', cancelled, 'Resume renewal', false],
  ['ended', lapsed, null, true],
  ['was refunded', refunded, null, true],
  ['is paid by the other parent', paidByOther, null, false],
  [
    'is no longer paid by the other parent',
    { ...paidByOther, autoRenew: false, mayResume: true },
    'Resume renewal',
    false,
  ],
] as const)('F11: what is offered about a renewal fits a subscription that %s', (_, one, link, freeYear) => {
  expect(renewalLink(one)).toBe(link);
  expect(mayAskForFreeYear(one)).toBe(freeYear);
});
