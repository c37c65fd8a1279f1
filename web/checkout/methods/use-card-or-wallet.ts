import { type RefObject, useRef, useState } from 'react';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { PaymentType, WalletType } from '#web/payment-methods/payment-method.ts';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';

/** A nonce of the gateway and what it stands for; device data with cards alone, where it was asked for. */
export type EnteredMethod = { paymentType: PaymentType; nonce: string; deviceData: string | null };

type Wallets = Record<WalletType, WalletAuthorization | null>;
const noWallets: Wallets = { PAYPAL: null, VENMO: null };
const wallets = ['PAYPAL', 'VENMO'] as const;

export type CardOrWalletState = {
  card: RefObject<CardFieldsHandle | null>;
  authorized: Wallets;
  setCardValid: (isValid: boolean) => void;
  authorize: (wallet: WalletType, authorization: WalletAuthorization) => void;
  /** A complete card or an approved wallet is present. */
  isEntered: boolean;
  /** Tokenises a card for it; null when that fails, which the card's fields show. */
  method: () => Promise<EnteredMethod | null>;
  /** After a submission: an approval pays once. */
  usedUp: () => void;
};

/** The card being typed or the approved wallet, whichever came last. In memory only: a nonce can pay. */
export function useCardOrWallet(): CardOrWalletState {
  const card = useRef<CardFieldsHandle>(null);
  const [cardValid, setCardValid] = useState(false);
  const [authorized, setAuthorized] = useState<Wallets>(noWallets);
  const wallet = wallets.find((type) => authorized[type] !== null);
  return {
    card,
    authorized,
    setCardValid: (isValid) => {
      setCardValid(isValid);
      // A completed card becomes the selected method.
      if (isValid) setAuthorized(noWallets);
    },
    authorize: (type, authorization) => setAuthorized({ ...noWallets, [type]: authorization }),
    isEntered: cardValid || wallet !== undefined,
    method: async () => {
      const authorization = wallet && authorized[wallet];
      if (authorization) return { paymentType: wallet, nonce: authorization.nonce, deviceData: null };
      const outcome = await card.current?.tokenize({ cardholderName: null, billing: null });
      return outcome?.ok ? { paymentType: 'CREDIT_CARD', nonce: outcome.nonce, deviceData: outcome.deviceData } : null;
    },
    usedUp: () => setAuthorized(noWallets),
  };
}
