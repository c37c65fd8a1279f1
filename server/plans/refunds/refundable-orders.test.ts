import { expect, test } from 'vitest';
import { refundableOrders } from './refundable-orders.ts';

type Orders = Parameters<typeof refundableOrders>[0];
type Kind = Orders[number]['kind'];

/** An order at noon in Chicago, unless another time is given. */
const order = (id: string, kind: Kind, on: string, change: object = {}) =>
  ({
    id,
    kind,
    totalCents: 14_400,
    country: 'US',
    timeZone: 'America/Chicago',
    createdAt: new Date(on.includes('T') ? on : `${on}T18:00:00Z`),
    ...change,
  }) as Orders[number];

const found = (orders: Orders, on: string, unsettled: readonly string[] = []) => {
  const at = new Date(on.includes('T') ? on : `${on}T18:00:00Z`);
  const refundable = refundableOrders(orders, { hasCome: (id) => !unsettled.includes(id), at });
  return refundable && [refundable.orders.map(({ id }) => id).join(' '), refundable.until];
};

const first = order('first', 'SIGN_UP', '2026-02-10');
const upgrade = order('upgrade', 'UPGRADE', '2026-03-01');

test.each([
  ['2027-02-15', '2027-03-01'],
  ['2028-02-15', '2028-02-29'],
  ['2028-02-29', '2028-03-14'],
  ['2027-12-31', '2028-01-14'],
  ['2027-01-31', '2027-02-14'],
])('CHO5: a renewal charged on %s is refunded until %s', (on, until) => {
  const orders = [first, upgrade, order('renewal', 'RENEWAL', on), order('larger', 'UPGRADE', on)];
  expect(found(orders, until)).toEqual(['renewal larger', until]);
  expect(found(orders, `${until}T23:59:00-05:00`)).not.toBeNull();
  expect(found(orders, new Date(Date.parse(`${until}T18:00:00Z`) + 86_400_000).toISOString())).toBeNull();
});

test('9-12: the first payment is refunded with all after it, for 30 days', () => {
  expect(found([first, upgrade], '2026-03-12')).toEqual(['first upgrade', '2026-03-12']);
  expect(found([first, upgrade], '2026-03-13')).toBeNull();
});

test('CHO5: what did not settle is left out, and its replacement counts as it', () => {
  const replaced = [order('first', 'SIGN_UP', '2026-02-10'), order('again', 'RENEWAL', '2026-02-20')];
  expect(found(replaced, '2026-03-22', ['first'])).toEqual(['again', '2026-03-22']);
  const unsettled = [first, order('renewal', 'RENEWAL', '2027-02-10')];
  expect(found(unsettled, '2027-02-11', ['renewal'])).toBeNull();
  const paidAgain = [...unsettled, order('again', 'RENEWAL', '2027-02-20')];
  expect(found(paidAgain, '2027-03-06', ['renewal'])).toEqual(['again', '2027-03-06']);
});

test.each([
  ['that codes alone paid', order('renewal', 'RENEWAL', '2027-02-10', { totalCents: 0 })],
  ['after which the plan began again', order('restart', 'NEW_START', '2027-02-12')],
])('CHO5: a renewal %s is not refundable', (_, last) => {
  expect(found([first, order('paid', 'RENEWAL', '2027-02-09'), last], '2027-02-13')).toBeNull();
});
