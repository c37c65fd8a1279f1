import { expect, test } from 'vitest';
import { payerOf } from './payer.ts';

const person = { id: 'person', gatewayCustomerId: null, firstName: 'Marta', lastName: 'Ruiz', email: 'm@example.com' };
const address = { line1: '1 King Street', line2: '', city: 'London', region: 'ENG', postalCode: 'NW1 6XE' };

test.each([
  ['CREDIT_CARD', 'GB', 'device'],
  ['CREDIT_CARD', 'US', null],
  ['PAYPAL', 'GB', null],
  [null, 'GB', null],
] as const)('3.7-5: device data of a payment by %s in %s: %s', (paymentType, country, deviceData) => {
  const payment = { paymentType, deviceData: 'device', cardHolderName: 'Marta Ruiz' };
  const payer = payerOf(person, { address: { ...address, country }, recurring: 'first', payment });
  expect(payer).toMatchObject({ deviceData, customer: { id: 'person' }, billing: { line2: null } });
});
