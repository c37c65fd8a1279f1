import { countryRow } from '#contract/countries.ts';
import { useEffect, useId, useState } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { m } from '#messages/messages.js';
import { CardOrWallet } from '#web/checkout/methods/CardOrWallet.tsx';
import { useCardOrWallet } from '#web/checkout/methods/use-card-or-wallet.ts';
import { ConfirmingPayment } from '#web/checkout/paying/ConfirmingPayment.tsx';
import type { PayOutcome, PayResult, ReadResult } from '#web/checkout/paying/pay-outcome.ts';
import { PaymentError, type ShownError } from '#web/checkout/paying/PaymentError.tsx';
import { usePaying } from '#web/checkout/paying/use-paying.ts';
import { TermsField } from '#web/checkout/review/TermsField.tsx';
import type { PaymentType } from '#web/payment-methods/payment-method.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';

export type Method = { paymentType: PaymentType; nonce: string; deviceData?: string };
export type PayBody = { method: Method; agreedToTerms: boolean };
type PaidAnswer = { outcome: 'PAID' };

type Props<P extends PaidAnswer> = {
  /** Names what is paid: a family, or a bundle. */
  subjectId: string;
  /** ISO country of the bill. */
  country: string;
  totalFormatted: string;
  /** Why it cannot be paid yet, apart from the method: the price is being worked out, or nobody was chosen. */
  waitsFor?: string | undefined;
  pay: (request: { key: string; body: PayBody }) => Promise<PayResult<P>>;
  /** By the key of the press. */
  read: (key: string) => Promise<ReadResult<P>>;
  /** Whether it is being found out what became of a press. */
  onAsking?: (asking: boolean) => void;
  onPaid: (paid: P) => void;
  onQuote: (quote: Quote) => void;
};

/** Paying by card or wallet, once. Nothing is kept for later. */
export function ProPayment<P extends PaidAnswer>({
  subjectId,
  country,
  totalFormatted,
  waitsFor,
  pay,
  read,
  onAsking,
  onPaid,
  onQuote,
}: Props<P>) {
  const entered = useCardOrWallet();
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  const termsId = useId();
  const [shownError, setShownError] = useState<ShownError | null>(null);
  const complain = (texts: readonly string[]) => setShownError((before) => ({ id: (before?.id ?? 0) + 1, texts }));

  const onOutcome = (outcome: PayOutcome<P>, { fresh }: { fresh: boolean }) => {
    entered.usedUp();
    if (outcome.kind === 'paid') return onPaid(outcome.paid);
    if (outcome.kind === 'declined') return complain([outcome.text]);
    if (outcome.kind === 'refused') return complain(outcome.texts);
    if (outcome.kind === 'leave') return complain([outcome.problem.message]);
    if (outcome.kind === 'none') return fresh ? complain([m.pro_pay_not_received()]) : undefined;
    if (outcome.kind !== 'requoted') return;
    complain([m.pro_pay_changed({ total: outcome.quote.totals.totalFormatted })]);
    onQuote(outcome.quote);
  };
  const calls = {
    pay,
    // Of this press alone: an earlier payment for the same family says nothing about it.
    readPayment: async (key: string | null): Promise<ReadResult<P>> =>
      key === null ? { ok: true, data: { outcome: 'NONE' } } : read(key),
  };
  const { paying, press } = usePaying<PayBody, P>({ subjectId, calls, onOutcome });

  const asking = paying.state === 'asking';
  useEffect(() => onAsking?.(asking), [asking, onAsking]);

  const submit = async () => {
    setShownError(null);
    const method = await entered.method();
    if (method === null) return complain([m.pro_pay_card_again()]);
    const { deviceData, ...named } = method;
    await press({ method: { ...named, ...(deviceData === null ? {} : { deviceData }) }, agreedToTerms: agreed });
  };
  const agreesByPaying = countryRow(country)?.agreesByPaying === true;
  const needsTerms = !agreesByPaying && !agreed;
  const missing = entered.isEntered ? (needsTerms ? m.payment_missing_consent() : undefined) : m.pro_pay_need_method();
  const explain = () => {
    if (!entered.isEntered) return void entered.card.current?.showProblems();
    if (!needsTerms) return;
    setAsked(true);
    document.getElementById(termsId)?.focus();
  };

  return (
    <>
      {paying.state === 'asking' && (
        <section className={layout.part}>
          <h2>{m.payment_confirming_heading()}</h2>
          <ConfirmingPayment because={paying.because} round={paying.round} />
        </section>
      )}
      <section className={layout.part} hidden={asking}>
        <h2>{m.pro_pay_method()}</h2>
        <p className={layout.soft}>{m.pro_pay_billing()}</p>
        <CardOrWallet state={entered} country={country} />
        {!agreesByPaying && (
          <TermsField
            id={termsId}
            checked={agreed}
            onChange={setAgreed}
            error={asked && needsTerms ? fieldErrorText('terms_required') : undefined}
          />
        )}
        <PaymentError shownError={shownError} />
        <Actions>
          <Button
            waiting={paying.state === 'sending'}
            blockedBecause={waitsFor ?? missing}
            onBlockedPress={explain}
            onClick={() => void submit()}
          >
            {waitsFor === undefined ? m.pro_pay_now({ amount: totalFormatted }) : m.pro_pay()}
          </Button>
        </Actions>
        {agreesByPaying && <p className={layout.soft}>{m.pro_pay_agree_by_paying()}</p>}
      </section>
    </>
  );
}
