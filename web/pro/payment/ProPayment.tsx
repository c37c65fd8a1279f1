import { useEffect, useId, useRef, useState } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { m } from '#messages/messages.js';
import { bootData } from '../../boot.ts';
import { offeredBrands, offeredMethods, wantsDeviceData } from '../../checkout/methods/offered-methods.ts';
import { ConfirmingPayment } from '../../checkout/paying/ConfirmingPayment.tsx';
import type { PayOutcome, PayResult, ReadResult } from '../../checkout/paying/pay-outcome.ts';
import { PayTrouble, type Trouble } from '../../checkout/paying/PayTrouble.tsx';
import { usePaying } from '../../checkout/paying/use-paying.ts';
import { TermsField } from '../../checkout/review/TermsField.tsx';
import { useClientToken } from '../../checkout/use-client-token.ts';
import { CardFields, type CardFieldsHandle } from '../../payment-methods/card/CardFields.tsx';
import type { PaymentType, WalletType } from '../../payment-methods/payment-method.ts';
import { PayPalButton } from '../../payment-methods/paypal/PayPalButton.tsx';
import { VenmoButton } from '../../payment-methods/venmo/VenmoButton.tsx';
import type { WalletAuthorization } from '../../payment-methods/WalletButton.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';

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

type Wallets = Record<WalletType, WalletAuthorization | null>;
const noWallets: Wallets = { PAYPAL: null, VENMO: null };

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
  const { clientToken, retry } = useClientToken(country);
  const card = useRef<CardFieldsHandle>(null);
  const [cardValid, setCardValid] = useState(false);
  const [wallets, setWallets] = useState<Wallets>(noWallets);
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  const termsId = useId();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const complain = (texts: readonly string[]) => setTrouble((before) => ({ id: (before?.id ?? 0) + 1, texts }));

  const onOutcome = (outcome: PayOutcome<P>, { fresh }: { fresh: boolean }) => {
    // A nonce is good for one press.
    setWallets(noWallets);
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
    readPayment: async (key: string | null): Promise<ReadResult<P>> => (key === null ? { ok: true, data: { outcome: 'NONE' } } : read(key)),
  };
  const { paying, press } = usePaying<PayBody, P>({ subjectId, calls, onOutcome });

  const asking = paying.state === 'asking';
  useEffect(() => onAsking?.(asking), [asking, onAsking]);

  const methodOf = async (): Promise<Method | null> => {
    for (const wallet of ['PAYPAL', 'VENMO'] as const) {
      const authorization = wallets[wallet];
      if (authorization) return { paymentType: wallet, nonce: authorization.nonce };
    }
    const outcome = await card.current?.tokenize({ cardholderName: null, billing: null });
    if (!outcome?.ok) return null;
    const { nonce, deviceData } = outcome;
    return { paymentType: 'CREDIT_CARD', nonce, ...(deviceData === null ? {} : { deviceData }) };
  };
  const submit = async () => {
    setTrouble(null);
    const method = await methodOf();
    if (method === null) return complain([m.pro_pay_card_again()]);
    await press({ method, agreedToTerms: agreed });
  };
  const needsTerms = country !== 'US' && !agreed;
  const hasMethod = cardValid || wallets.PAYPAL !== null || wallets.VENMO !== null;
  const missing = hasMethod ? (needsTerms ? m.payment_missing_consent() : undefined) : m.pro_pay_need_method();
  const explain = () => {
    if (!hasMethod) return void card.current?.showProblems();
    if (!needsTerms) return;
    setAsked(true);
    document.getElementById(termsId)?.focus();
  };
  const offered = offeredMethods({ country, boot: bootData() });
  const wallet = (type: WalletType) => ({
    clientToken,
    authorization: wallets[type],
    onAuthorized: (authorization: WalletAuthorization) => setWallets({ ...noWallets, [type]: authorization }),
  });

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
        <CardFields
          clientToken={clientToken}
          onRetry={retry}
          brands={offeredBrands(bootData())}
          withDeviceData={wantsDeviceData({ country, boot: bootData() })}
          onValidity={setCardValid}
          ref={card}
        />
        {offered.includes('PAYPAL') && <PayPalButton {...wallet('PAYPAL')} />}
        {offered.includes('VENMO') && <VenmoButton {...wallet('VENMO')} />}
        {country !== 'US' && (
          <TermsField
            id={termsId}
            checked={agreed}
            onChange={setAgreed}
            error={asked && needsTerms ? fieldErrorText('terms_required') : undefined}
          />
        )}
        <PayTrouble trouble={trouble} />
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
        {country === 'US' && <p className={layout.soft}>{m.pro_pay_agree_by_paying()}</p>}
      </section>
    </>
  );
}
