import { expect, test } from 'vitest';
import { deviceDataOf } from './purchase.ts';

test.each([
  ['CREDIT_CARD', 'GB', 'device'],
  ['CREDIT_CARD', 'US', null],
  ['PAYPAL', 'GB', null],
  [null, 'GB', null],
] as const)('device data of a payment by %s in %s: %s', (paymentType, country, sent) => {
  expect(deviceDataOf({ payment: { paymentType, deviceData: 'device' }, country })).toBe(sent);
});
