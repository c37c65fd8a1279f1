import { expect, test } from 'vitest';
import { outcomeOf, readNonce, readTransaction } from './answers.ts';
import { declineOf } from './decline-codes.ts';
import { rejectionOf } from './validation-codes.ts';

const info = {
  status: 'authenticate_successful',
  enrolled: 'Y',
  cavv: 'somebase64value',
  xid: null,
  dsTransactionId: 'ds-1',
  eciFlag: '05',
  liabilityShifted: true,
  liabilityShiftPossible: true,
  threeDSecureVersion: '2.2.0',
};
const authentication = {
  status: 'authenticate_successful',
  liabilityShifted: true,
  eci: '05',
  dsTransactionId: 'ds-1',
  version: '2.2.0',
};
const sale = {
  id: 'abc',
  type: 'sale',
  status: 'submitted_for_settlement',
  amount: '49.99',
  createdAt: '2026-11-01T10:00:00Z',
  paymentInstrumentType: 'credit_card',
  creditCard: { last4: '2701', cardType: 'Visa' },
};
const approvalOf = (threeDSecureInfo: unknown) => {
  const read = readTransaction({ ...sale, threeDSecureInfo });
  return read && outcomeOf(read);
};

test.each([
  ['the issuer, the flag and the ids are kept, the proof itself is not', info, authentication],
  ['nobody was asked', undefined, null],
  ['the result cannot be parsed: the charge still stands', { status: 7 }, null],
])('an approved sale has its authentication result: %s', (_case, told, kept) => {
  expect(approvalOf(told)).toMatchObject({ outcome: 'approved', authentication: kept });
});

test('a nonce is read as card or wallet, with its known authentication', () => {
  expect(readNonce({ type: 'CreditCard', threeDSecureInfo: info })).toEqual({ isCard: true, authentication });
  expect(readNonce({ type: 'PayPalAccount' })).toEqual({ isCard: false, authentication: null });
  expect(readNonce({})).toBeNull();
});

const refused = {
  processorResponseType: null,
  gatewayRejectionReason: null,
  processorSettlementResponseCode: null,
  processorResponseCode: null,
  paymentInstrumentType: 'credit_card',
};

test.each([
  ['the issuer asks for it (2099)', { status: 'processor_declined', processorResponseCode: '2099' }],
  ['the gateway rejected the sale', { status: 'gateway_rejected', gatewayRejectionReason: 'three_d_secure' }],
])('a decline for missing authentication has its own reason: %s', (_case, answer) => {
  expect(declineOf({ refused: { ...refused, ...answer }, otherwise: 'card_declined' })).toMatchObject({
    kind: 'soft',
    reason: 'authentication_required',
  });
});

test('an authentication for another amount or merchant account is asked for again', () => {
  for (const code of ['91585', '91584', '94285'])
    expect(rejectionOf([code])).toEqual({ outcome: 'rejected', errors: [{ field: 'authentication', code }] });
});
