import { describe, expect, it } from 'vitest';
import {
  approvalsForTotal,
  cardChosen,
  cardTokenized,
  cardValidity,
  isStale,
  noApproval,
  noChoice,
  nonceSpent,
  offered,
  payingMethod,
  walletAuthorized,
} from './payment-choice.ts';

const payPal = { nonce: 'paypal-nonce', accountLabel: 'marta@example.com', shownCents: null };
const venmo = { nonce: 'venmo-nonce', accountLabel: '@marta', shownCents: null };
const visa = { nonce: 'card-nonce', bin: '411111', brand: 'Visa', lastFour: '1111', deviceData: null, at: 0 };
const details = { bin: '411111', cardType: 'Visa', lastFour: '1111', expirationMonth: '12', expirationYear: '2039' };
const tokenized = cardTokenized({ ok: true, type: 'CreditCard', nonce: 'card-nonce', details, deviceData: null }, 0);

describe('the choice of how to pay', () => {
  it('3.2-1: lets one wallet clear the other', () => {
    const both = walletAuthorized('VENMO', venmo)(walletAuthorized('PAYPAL', payPal)(noChoice));
    expect(both.wallets).toEqual({ ...noApproval, VENMO: venmo });
    expect(payingMethod(both)).toBe('VENMO');
  });

  it('pays with the latest choice: a wallet after a card, a card after a wallet', () => {
    const wallet = walletAuthorized('PAYPAL', payPal)(cardValidity(true)(noChoice));
    expect(payingMethod(wallet)).toBe('PAYPAL');
    const again = cardValidity(true)(cardValidity(false)(wallet));
    expect(payingMethod(again)).toBe('CREDIT_CARD');
  });

  it('4.5-5: pays with a card that was complete before, when it is chosen after a wallet', () => {
    const wallet = walletAuthorized('PAYPAL', payPal)(cardValidity(true)(noChoice));
    expect(payingMethod(cardChosen(wallet))).toBe('CREDIT_CARD');
    expect(payingMethod(cardChosen(walletAuthorized('PAYPAL', payPal)(noChoice)))).toBe('PAYPAL');
  });

  it('falls back to the wallet when the card is incomplete', () => {
    expect(payingMethod({ ...walletAuthorized('PAYPAL', payPal)(noChoice), method: 'CREDIT_CARD' })).toBe('PAYPAL');
    expect(payingMethod(noChoice)).toBeNull();
  });

  it('drops the nonce of a card that is edited', () => {
    const ready = tokenized(cardValidity(true)(noChoice));
    expect(cardValidity(false)(ready).card).toBeNull();
    expect(cardValidity(true)(ready).card).toEqual(visa);
  });

  it('PAY5, PAY6: clears every nonce after an attempt, and keeps the card fields', () => {
    const spent = nonceSpent(tokenized(cardValidity(true)(walletAuthorized('PAYPAL', payPal)(noChoice))));
    expect(spent).toMatchObject({ card: null, wallets: noApproval, cardValid: true });
  });

  it('drops an approval that the new country does not offer', () => {
    const british = offered(['CREDIT_CARD'])(walletAuthorized('PAYPAL', payPal)(noChoice));
    expect(british).toMatchObject({ method: 'CREDIT_CARD', wallets: { PAYPAL: null } });
  });

  it('2.8-35: discards an approval when the total differs from its sheet’s', () => {
    const apple = { nonce: 'apple-nonce', accountLabel: 'Visa 1111', shownCents: 14_400 };
    const { wallets } = walletAuthorized('APPLE_PAY', apple)(noChoice);
    expect([14_400, null].map((total) => approvalsForTotal(total, wallets))).toEqual([wallets, wallets]);
    expect(approvalsForTotal(28_800, wallets)).toEqual(noApproval);
    const asAccount = walletAuthorized('PAYPAL', payPal)(noChoice).wallets;
    expect(approvalsForTotal(28_800, asAccount)).toEqual(asAccount);
  });

  it('PAY5: asks for the card again well before its three hours are over', () => {
    const hour = 3_600_000;
    expect(isStale(visa, 2 * hour)).toBe(false);
    expect(isStale(visa, 3 * hour - 60_000)).toBe(true);
    expect(isStale({ ...visa, nonce: null }, 0)).toBe(true);
  });
});
