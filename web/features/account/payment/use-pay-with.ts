import { useState } from 'react';
import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import { m } from '#messages/messages.js';
import {
  type CardOrWalletState,
  type EnteredMethod,
  useCardOrWallet,
} from '#web/checkout/methods/use-card-or-wallet.ts';

/** What pays: nothing is named for the method on file, the server knows it. */
export type Method = EnteredMethod | typeof methodOnFile;
export const methodOnFile = { paymentType: null, nonce: null, deviceData: null } as const;

export type PayWithState = {
  onFile: PaymentMethodView | null;
  useOther: boolean;
  other: CardOrWalletState;
  chooseOther: (other: boolean) => void;
  /** Why nothing can pay yet; undefined when something can. */
  missing: string | undefined;
  /** As of the card just entered; the method on file cannot answer its issuer, so that a card must be entered. */
  method: (asked: { amountCents: number; challenge: boolean }) => Promise<Method | { missing: string | null }>;
  /** After a submission that was declined: what paid cannot pay again, and another way stands open. */
  usedUp: () => void;
};

/** The method on file, or another card or wallet in its place. `totalCents`: what it would pay now. */
export function usePayWith(onFile: PaymentMethodView | null, totalCents: number | null): PayWithState {
  const other = useCardOrWallet(totalCents);
  const [wantsOther, setWantsOther] = useState(false);
  const useOther = wantsOther || onFile === null;
  return {
    onFile,
    useOther,
    other,
    chooseOther: setWantsOther,
    missing: useOther && !other.isEntered ? m.payment_missing_method() : undefined,
    method: async (asked) => {
      if (useOther) return other.method(asked);
      return asked.challenge ? { missing: m.pay_authentication_enter_card() } : methodOnFile;
    },
    usedUp: () => {
      other.usedUp();
      setWantsOther(true);
    },
  };
}
