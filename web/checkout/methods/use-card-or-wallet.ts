import { type RefObject, useRef, useState } from 'react';
import type { PaymentType, WalletType } from '#contract/payment-types.ts';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';
import { type Approvals, approvedWallet, goodFor, noApproval } from '../payment-choice.ts';
import { givenCard } from './given-card.ts';

/** A nonce of the gateway and what it stands for; device data with cards alone, where it was asked for. */
export type EnteredMethod = { paymentType: PaymentType; nonce: string; deviceData: string | null };

export type CardOrWalletState = {
  card: RefObject<CardFieldsHandle | null>;
  /** What was approved, for whatever total. */
  approvals: Approvals;
  setCardValid: (isValid: boolean) => void;
  authorize: (wallet: WalletType, authorization: WalletAuthorization) => void;
  /** A complete card or an approved wallet is present. */
  isEntered: boolean;
  /**
   * Tokenises a card for it and has its holder authenticated where that is needed. `missing`: why that failed; null
   * where the card's own fields say it.
   */
  method: (asked: { amountCents: number; challenge: boolean }) => Promise<EnteredMethod | { missing: string | null }>;
  /** After a submission: an approval pays once. */
  usedUp: () => void;
};

/**
 * The card being typed or the approved wallet, whichever came last. In memory only: a nonce can pay. `totalCents`: what
 * it would pay now.
 */
export function useCardOrWallet(totalCents: number | null): CardOrWalletState {
  const card = useRef<CardFieldsHandle>(null);
  const [cardValid, setCardValid] = useState(false);
  const [approvals, setApprovals] = useState(noApproval);
  const authorized = goodFor(totalCents, approvals);
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
      const given = await givenCard(card, { amountCents, challenge });
      return 'missing' in given ? given : { paymentType: 'CREDIT_CARD', ...given };
    },
    usedUp: () => setApprovals(noApproval),
  };
}
