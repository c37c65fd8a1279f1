import { type ReactNode, useId, useRef, useState } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { bootData } from '../../boot.ts';
import { offeredBrands, offeredMethods } from '../../checkout/methods/offered-methods.ts';
import { ConfirmingPayment } from '../../checkout/paying/ConfirmingPayment.tsx';
import type { PayOutcome, PayResult, ReadResult } from '../../checkout/paying/pay-outcome.ts';
import { PayTrouble, type Trouble } from '../../checkout/paying/PayTrouble.tsx';
import { usePaying } from '../../checkout/paying/use-paying.ts';
import { useClientToken } from '../../checkout/use-client-token.ts';
import { CardFields, type CardFieldsHandle } from '../../payment-methods/card/CardFields.tsx';
import type { PaymentType, WalletType } from '../../payment-methods/payment-method.ts';
import { PayPalButton } from '../../payment-methods/paypal/PayPalButton.tsx';
import { VenmoButton } from '../../payment-methods/venmo/VenmoButton.tsx';
import type { WalletAuthorization } from '../../payment-methods/WalletButton.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import style from '../pro.module.css';

export type Method = { paymentType: PaymentType; nonce: string };
export type PayBody = { method: Method; agreedToTerms: boolean };
type PaidAnswer = { outcome: 'PAID' };

type Props<P extends PaidAnswer> = {
  /** Names what is paid: a family, or a bundle. */
  subjectId: string;
  /** ISO country of the bill. */
  country: string;
  totalFormatted: string;
  pay: (request: { key: string; body: PayBody }) => Promise<PayResult<P>>;
  /** By the key of the press. */
  read: (key: string) => Promise<ReadResult<P>>;
  onPaid: (paid: P) => void;
  onQuote: (quote: Quote) => void;
};

type Wallets = Record<WalletType, WalletAuthorization | null>;
const noWallets: Wallets = { PAYPAL: null, VENMO: null };

/** Paying by card or wallet, once. Nothing is kept for later. */
export function ProPayment<P extends PaidAnswer>({ subjectId, country, totalFormatted, pay, read, onPaid, onQuote }: Props<P>) {
  const { clientToken, retry } = useClientToken(country);
  const card = useRef<CardFieldsHandle>(null);
  const [cardValid, setCardValid] = useState(false);
  const [wallets, setWallets] = useState<Wallets>(noWallets);
  const [agreed, setAgreed] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const complain = (texts: readonly string[]) => setTrouble((before) => ({ id: (before?.id ?? 0) + 1, texts }));

  const onOutcome = (outcome: PayOutcome<P>, { fresh }: { fresh: boolean }) => {
    // A nonce is good for one press.
    setWallets(noWallets);
    if (outcome.kind === 'paid') return onPaid(outcome.paid);
    if (outcome.kind === 'declined') return complain([outcome.text]);
    if (outcome.kind === 'refused') return complain(outcome.texts);
    if (outcome.kind === 'leave') return complain([outcome.problem.message]);
    if (outcome.kind === 'none') return fresh ? complain([m.payment_not_received()]) : undefined;
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

  const methodOf = async (): Promise<Method | null> => {
    for (const wallet of ['PAYPAL', 'VENMO'] as const) {
      const authorization = wallets[wallet];
      if (authorization) return { paymentType: wallet, nonce: authorization.nonce };
    }
    const outcome = await card.current?.tokenize({ cardholderName: null, billing: null });
    return outcome?.ok ? { paymentType: 'CREDIT_CARD', nonce: outcome.nonce } : null;
  };
  const submit = async () => {
    setTrouble(null);
    const method = await methodOf();
    if (method === null) return complain([m.pro_pay_card_again()]);
    await press({ method, agreedToTerms: agreed });
  };
  const needsTerms = country !== 'US' && !agreed;
  const hasMethod = cardValid || wallets.PAYPAL !== null || wallets.VENMO !== null;
  const blocked = hasMethod ? (needsTerms ? m.pro_pay_need_terms() : undefined) : m.pro_pay_need_method();
  const offered = offeredMethods({ country, boot: bootData() });
  const wallet = (type: WalletType) => ({
    clientToken,
    authorization: wallets[type],
    onAuthorized: (authorization: WalletAuthorization) => setWallets({ ...noWallets, [type]: authorization }),
  });

  return (
    <>
      {paying.state === 'asking' && (
        <section className={style.part}>
          <h2>{m.pro_pay_confirming_title()}</h2>
          <ConfirmingPayment because={paying.because} round={paying.round} />
        </section>
      )}
      <section className={style.part} hidden={paying.state === 'asking'}>
        <h2>{m.pro_pay_method()}</h2>
        <p className={style.soft}>{m.pro_pay_billing()}</p>
        <CardFields clientToken={clientToken} onRetry={retry} brands={offeredBrands(bootData())} onValidity={setCardValid} ref={card} />
        {offered.includes('PAYPAL') && <PayPalButton {...wallet('PAYPAL')} />}
        {offered.includes('VENMO') && <VenmoButton {...wallet('VENMO')} />}
        {country !== 'US' && <Terms agreed={agreed} onChange={setAgreed} />}
        <PayTrouble trouble={trouble} />
        <Actions>
          <Button
            waiting={paying.state === 'sending'}
            blockedBecause={blocked}
            onBlockedPress={() => void card.current?.showProblems()}
            onClick={() => void submit()}
          >
            {m.pro_pay_now({ amount: totalFormatted })}
          </Button>
        </Actions>
      </section>
    </>
  );
}

function Terms({ agreed, onChange }: { agreed: boolean; onChange: (agreed: boolean) => void }) {
  const id = useId();
  const links: ReactNode = (
    <>
      {m.pro_pay_terms()} (<a href={brand.links.terms}>{m.pro_terms()}</a>, <a href={brand.links.privacy}>{m.pro_privacy()}</a>)
    </>
  );
  return (
    <label htmlFor={id} className={style.row}>
      <span>
        <input id={id} type="checkbox" checked={agreed} onChange={({ target }) => onChange(target.checked)} /> {links}
      </span>
    </label>
  );
}
