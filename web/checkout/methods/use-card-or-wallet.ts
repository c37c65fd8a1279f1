import { type RefObject, useRef, useState } from 'react';
import type { PaymentType, WalletType } from '#contract/sign-up/payment-types.ts';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';
import { type Approvals, approvalsForTotal, approvedWallet, noApproval } from '../payment-choice.ts';
import { tokenizeCard } from './tokenize-card.ts';

/** A gateway nonce with its payment type; device data only with cards, where it was requested. */
export type EnteredMethod = { paymentType: PaymentType; nonce: string; deviceData: string | null };

export type CardOrWalletState = {
  card: RefObject<CardFieldsHandle | null>;
  /** All approvals, whatever their total. */
  approvals: Approvals;
  setCardValid: (isValid: boolean) => void;
  authorize: (wallet: WalletType, authorization: WalletAuthorization) => void;
  /** A complete card or an approved wallet is present. */
  isEntered: boolean;
  /**
   * Returns what pays: tokenises a card and authenticates its holder where required. `missing`: why that failed; null
   * if the card's own fields show it.
   */
  method: (params: { amountCents: number; challenge: boolean }) => Promise<EnteredMethod | { missing: string | null }>;
  /** Call after a submission: an approval pays once. */
  discardApproval: () => void;
};

/**
 * The typed card or the approved wallet, whichever came last. In memory only, because a nonce can pay. `totalCents`:
 * the current total. `isStored`: what pays is stored for renewals.
 */
export function useCardOrWallet(totalCents: number | null, { isStored }: { isStored: boolean }): CardOrWalletState {
  const card = useRef<CardFieldsHandle>(null);
  const [cardValid, setCardValid] = useState(false);
  const [approvals, setApprovals] = useState(noApproval);
  const authorized = approvalsForTotal(totalCents, approvals);
  const wallet = approvedWallet(authorized);
  return {
    card,
    approvals,
    setCardValid: (isValid) => {
      setCardValid(isValid);
      // A completed card becomes the selected method.
      if (isValid) setApprovals(noApproval);
    },
    authorize: (type, authorization) => setApprovals({ ...noApproval, [type]: authorization }),
    isEntered: cardValid || wallet !== undefined,
    method: async ({ amountCents, challenge }) => {
      const authorization = wallet && authorized[wallet];
      if (authorization) return { paymentType: wallet, nonce: authorization.nonce, deviceData: null };
      const tokenized = await tokenizeCard(card, { amountCents, challenge, isStored });
      return 'missing' in tokenized ? tokenized : { paymentType: 'CREDIT_CARD', ...tokenized };
    },
    discardApproval: () => setApprovals(noApproval),
  };
}
