import { type RefObject, useRef, useState } from 'react';
import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import { m } from '#messages/messages.js';
import type { CardFieldsHandle } from '../../payment-methods/card/CardFields.tsx';
import type { PaymentType, WalletType } from '../../payment-methods/payment-method.ts';
import type { WalletAuthorization } from '../../payment-methods/WalletButton.tsx';

/** What pays: nothing is named for the method on file, the server knows it. */
export type Method = { paymentType: PaymentType | null; nonce: string | null; deviceData: string | null };
export const methodOnFile: Method = { paymentType: null, nonce: null, deviceData: null };

type Wallets = Record<WalletType, WalletAuthorization | null>;
const noWallets: Wallets = { PAYPAL: null, VENMO: null };
const wallets = ['PAYPAL', 'VENMO'] as const;

export type PayWithState = {
  onFile: PaymentMethodView | null;
  useOther: boolean;
  authorized: Wallets;
  card: RefObject<CardFieldsHandle | null>;
  chooseOther: (other: boolean) => void;
  setCardValid: (isValid: boolean) => void;
  authorize: (wallet: WalletType, authorization: WalletAuthorization) => void;
  /** Why nothing can pay yet; undefined when something can. */
  missing: string | undefined;
  /** A card just entered is given to the gateway for it; null when that fails. */
  method: () => Promise<Method | null>;
  /** After a press that was declined: what paid cannot pay again, and another way stands open. */
  usedUp: () => void;
};

/** The method on file, or another card or wallet in its place. In memory alone: it holds what pays. */
export function usePayWith(onFile: PaymentMethodView | null): PayWithState {
  const card = useRef<CardFieldsHandle>(null);
  const [wantsOther, setWantsOther] = useState(false);
  const [cardValid, setCardValid] = useState(false);
  const [authorized, setAuthorized] = useState<Wallets>(noWallets);
  const useOther = wantsOther || onFile === null;
  const wallet = wallets.find((type) => authorized[type] !== null);
  return {
    onFile,
    useOther,
    authorized,
    card,
    chooseOther: setWantsOther,
    setCardValid: (isValid) => {
      setCardValid(isValid);
      // A card that has just become whole is the newest wish.
      if (isValid) setAuthorized(noWallets);
    },
    authorize: (type, authorization) => setAuthorized({ ...noWallets, [type]: authorization }),
    missing: useOther && !cardValid && !wallet ? m.payment_missing_method() : undefined,
    method: async () => {
      if (!useOther) return methodOnFile;
      const authorization = wallet && authorized[wallet];
      if (authorization) return { paymentType: wallet, nonce: authorization.nonce, deviceData: null };
      const outcome = await card.current?.tokenize({ cardholderName: null, billing: null });
      return outcome?.ok ? { paymentType: 'CREDIT_CARD', nonce: outcome.nonce, deviceData: outcome.deviceData } : null;
    },
    usedUp: () => {
      setAuthorized(noWallets);
      setWantsOther(true);
    },
  };
}
