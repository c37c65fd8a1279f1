import { useEffect, useId, useState } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { countryRow } from '#contract/fields/countries.ts';
import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { CardOrWallet } from '#web/checkout/methods/CardOrWallet.tsx';
import { useCardOrWallet } from '#web/checkout/methods/use-card-or-wallet.ts';
import { ConfirmingPayment } from '#web/checkout/paying/ConfirmingPayment.tsx';
import { PaymentError } from '#web/checkout/paying/PaymentError.tsx';
import type { PayResult, ReadResult } from '#web/checkout/paying/pay-outcome.ts';
import { useSubmitPayment } from '#web/checkout/paying/use-submit-payment.ts';
import { PayBar } from '#web/checkout/review/PayBar.tsx';
import { TermsField } from '#web/checkout/review/TermsField.tsx';
import { WithTerms } from '#web/checkout/review/WithTerms.tsx';
import layout from '#web/ui/layout.module.css';

export type Method = { paymentType: PaymentType; nonce: string; deviceData?: string };
export type PayBody = { method: Method; agreedToTerms: boolean };
type PaidAnswer = { outcome: 'PAID' };

type Props<P extends PaidAnswer> = {
  /** Identifies what is paid: a family, or a bundle. */
  subjectId: string;
  /** The billing country (ISO code). */
  country: string;
  totalCents: number;
  totalFormatted: string;
  /** Why the order cannot be paid yet, apart from the method: the price is loading, or nobody was chosen. */
  waitsFor?: string | undefined;
  pay: (request: { key: string; body: PayBody }) => Promise<PayResult<P>>;
  /** By the submission's key. */
  read: (key: string) => Promise<ReadResult<P>>;
  /** Whether the outcome of a submission is being polled. */
  onPolling?: (polling: boolean) => void;
  onPaid: (paid: P) => void;
  onQuote: (quote: Quote) => void;
};

/** A one-time payment by card or wallet; nothing is stored. */
export function ProPayment<P extends PaidAnswer>({
  subjectId,
  country,
  totalCents,
  totalFormatted,
  waitsFor,
  pay,
  read,
  onPolling,
  onPaid,
  onQuote,
}: Props<P>) {
  const entered = useCardOrWallet(totalCents, { isStored: false });
  const [agreed, setAgreed] = useState(false);
  const [showsMissing, setShowsMissing] = useState(false);
  const termsId = useId();
  const { polling, sending, shownError, submit } = useSubmitPayment<PayBody, P>({
    subjectId,
    calls: {
      pay,
      // Only this submission counts: an earlier payment for the same family is unrelated.
      readPayment: async (key) => (key === null ? { ok: true, data: { outcome: 'NONE' } } : read(key)),
    },
    price: { before: totalFormatted, replace: onQuote },
    prepare: async (changed, { challenge }) => {
      const method = await entered.method({ amountCents: changed?.totals.total ?? totalCents, challenge });
      if ('missing' in method) return { missing: method.missing ?? m.pro_pay_card_again() };
      const { deviceData, ...named } = method;
      return { body: { method: { ...named, ...(deviceData === null ? {} : { deviceData }) }, agreedToTerms: agreed } };
    },
    onOutcome: entered.discardApproval,
    onPaid,
    notReceived: m.pro_pay_not_received,
    changedText: ({ totals }) => m.pro_pay_changed({ total: totals.totalFormatted }),
  });
  const isPolling = polling !== null;
  useEffect(() => onPolling?.(isPolling), [isPolling, onPolling]);

  const agreesByPaying = countryRow(country)?.agreesByPaying === true;
  const needsTerms = !agreesByPaying && !agreed;
  const missing = entered.isEntered ? (needsTerms ? m.payment_missing_consent() : undefined) : m.pro_pay_need_method();
  const explain = () => {
    if (!entered.isEntered) return void entered.card.current?.showProblems();
    if (!needsTerms) return;
    setShowsMissing(true);
    document.getElementById(termsId)?.focus();
  };

  return (
    <>
      {polling && (
        <section className={layout.part}>
          <h2>{m.payment_confirming_heading()}</h2>
          <ConfirmingPayment polling={polling} hasAccount />
        </section>
      )}
      <section className={layout.part} hidden={isPolling}>
        <h2>{m.pro_pay_method()}</h2>
        <p className={layout.soft}>{m.pro_pay_billing()}</p>
        <CardOrWallet
          state={entered}
          country={country}
          order={waitsFor === undefined ? { totalCents, renewals: [] } : null}
        />
        {!agreesByPaying && (
          <TermsField
            id={termsId}
            checked={agreed}
            onChange={setAgreed}
            error={showsMissing && needsTerms ? m.field_terms_required() : undefined}
          />
        )}
        <PaymentError shownError={shownError} />
        <PayBar
          label={waitsFor === undefined ? m.pro_pay_now({ amount: totalFormatted }) : m.pro_pay()}
          facts={
            agreesByPaying && (
              <p>
                <WithTerms text={m.pro_pay_agree_by_paying()} />
              </p>
            )
          }
          sending={sending}
          blockedReason={waitsFor ?? missing}
          onBlockedClick={explain}
          onPay={submit}
        />
      </section>
    </>
  );
}
