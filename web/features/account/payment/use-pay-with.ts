import { useState } from 'react';
import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import { m } from '#messages/messages.js';
import {
  type CardOrWalletState,
  type EnteredMethod,
  useCardOrWallet,
} from '#web/checkout/methods/use-card-or-wallet.ts';
import { cardOnFile, type MethodOnFile, methodOnFile } from './card-on-file.ts';

export type Method = EnteredMethod | MethodOnFile;

export type PayWithState = {
  onFile: PaymentMethodView | null;
  useOther: boolean;
  other: CardOrWalletState;
  chooseOther: (other: boolean) => void;
  /** Why nothing can pay yet; undefined when something can. */
  missing: string | undefined;
  /** A card's holder is authenticated where that is needed. `missing`: why that failed. */
  method: (asked: { amountCents: number; challenge: boolean }) => Promise<Method | { missing: string | null }>;
  /** After a submission that was not paid: an approval pays once. */
  usedUp: () => void;
  /** After a decline: another way stands open. */
  declined: () => void;
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
      return onFile.type === 'CREDIT_CARD' ? cardOnFile(asked) : methodOnFile;
    },
    usedUp: other.discardApproval,
    declined: () => {
      other.discardApproval();
      setWantsOther(true);
    },
  };
}
