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

export type MethodChoiceState = {
  onFile: PaymentMethodView | null;
  usesOther: boolean;
  other: CardOrWalletState;
  chooseOther: (other: boolean) => void;
  /** Why nothing can pay yet; undefined if something can. */
  missing: string | undefined;
  /** Returns what pays, with a card's holder authenticated where required. `missing`: why that failed. */
  method: (params: { amountCents: number; challenge: boolean }) => Promise<Method | { missing: string | null }>;
  /** Call after a submission that was not paid: an approval pays once. */
  discardApproval: () => void;
  /** Call after a decline: offers another method. */
  declined: () => void;
};

/** The stored method, or another card or wallet. `totalCents`: the current total. */
export function useMethodChoice(onFile: PaymentMethodView | null, totalCents: number | null): MethodChoiceState {
  const other = useCardOrWallet(totalCents, { isStored: true });
  const [wantsOther, setWantsOther] = useState(false);
  const usesOther = wantsOther || onFile === null;
  return {
    onFile,
    usesOther,
    other,
    chooseOther: setWantsOther,
    missing: usesOther && !other.isEntered ? m.payment_missing_method() : undefined,
    method: async (params) => {
      if (usesOther) return other.method(params);
      return onFile.type === 'CREDIT_CARD' ? cardOnFile(params) : methodOnFile;
    },
    discardApproval: other.discardApproval,
    declined: () => {
      other.discardApproval();
      setWantsOther(true);
    },
  };
}
