import type { PaymentType, WalletType } from '#contract/sign-up/payment-types.ts';
import type { TokenizedCard } from '#web/payment-methods/payment-method.ts';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';

/** The chosen payment method (specification 3.2). In memory only, because it contains nonces. */
export type PaymentChoice = {
  method: PaymentType;
  cardValid: boolean;
  /** The tokenised card: valid once, for three hours. */
  card: TokenizedPayment | null;
  wallets: Approvals;
};

/** At most one wallet is approved. */
export type Approvals = Record<WalletType, WalletAuthorization | null>;
export const noApproval: Approvals = { PAYPAL: null, VENMO: null, APPLE_PAY: null, GOOGLE_PAY: null };

/** The approved wallet, if any. */
export function approvedWallet(approvals: Approvals): WalletType | undefined {
  return (Object.keys(approvals) as WalletType[]).find((wallet) => approvals[wallet] !== null);
}

/**
 * The approvals valid for this total: a sheet wallet was approved for exactly the total it showed. An unknown total
 * (null) invalidates none.
 */
export function approvalsForTotal(totalCents: number | null, approvals: Approvals): Approvals {
  const wallet = approvedWallet(approvals);
  const shown = wallet && approvals[wallet]?.shownCents;
  return typeof shown === 'number' && totalCents !== null && shown !== totalCents ? noApproval : approvals;
}

export type TokenizedPayment = {
  /** Null once used: the card stays chosen and is tokenised again. */
  nonce: string | null;
  bin: string;
  brand: string;
  lastFour: string;
  deviceData: string | null;
  at: number;
};

export const noChoice: PaymentChoice = {
  method: 'CREDIT_CARD',
  cardValid: false,
  card: null,
  wallets: noApproval,
};

type Change = (choice: PaymentChoice) => PaymentChoice;

/** Choosing one wallet clears the other's approval (specification 4.5). */
export function walletAuthorized(wallet: WalletType, authorization: WalletAuthorization): Change {
  return (choice) => ({ ...choice, method: wallet, wallets: { ...noApproval, [wallet]: authorization } });
}

/** A completed card becomes the selected method; while it is edited it is not tokenised. */
export function cardValidity(cardValid: boolean): Change {
  return (choice) => ({
    ...choice,
    cardValid,
    card: cardValid ? choice.card : null,
    method: cardValid && !choice.cardValid ? 'CREDIT_CARD' : choice.method,
  });
}

/** Selects an already complete card. */
export const cardChosen: Change = (choice) => ({ ...choice, method: 'CREDIT_CARD' });

export function cardTokenized({ nonce, details, deviceData }: TokenizedCard, at: number): Change {
  const card = { nonce, bin: details.bin, brand: details.cardType, lastFour: details.lastFour, deviceData, at };
  return (choice) => ({ ...choice, card, method: 'CREDIT_CARD' });
}

/** The nonce was used for a payment or an authentication: the next payment needs a new one. */
export const cardSpent: Change = (choice) => ({ ...choice, card: choice.card && { ...choice.card, nonce: null } });

/** After a settled attempt its nonce is spent and cleared (PAY5, PAY6). */
export const nonceSpent: Change = (choice) => ({
  ...choice,
  card: null,
  wallets: noApproval,
  method: 'CREDIT_CARD',
});

/** The billing country changed, and with it the offered methods: approvals of other methods are dropped. */
export function offered(types: readonly PaymentType[]): Change {
  return (choice) => {
    const approved = approvedWallet(choice.wallets);
    const wallets = approved && !types.includes(approved) ? noApproval : choice.wallets;
    const method = types.includes(choice.method) ? choice.method : 'CREDIT_CARD';
    return { ...choice, method, card: null, wallets };
  };
}

/** The method that pays: the selected one if usable, else any usable one, else null. */
export function payingMethod({
  method,
  cardValid,
  wallets,
}: Pick<PaymentChoice, 'method' | 'cardValid' | 'wallets'>): PaymentType | null {
  const approved = approvedWallet(wallets);
  if (approved && method === approved) return approved;
  return cardValid ? 'CREDIT_CARD' : (approved ?? null);
}

const nonceLifeMs = 2.5 * 60 * 60 * 1000;

/** Whether the card must be tokenised again before it can pay: a nonce expires after three hours. */
export function isStale({ nonce, at }: TokenizedPayment, now: number): boolean {
  return nonce === null || now - at > nonceLifeMs;
}
