import { useEffect, useRef, useState } from 'react';
import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { isConnectionProblem } from '#web/api/problem.ts';
import { bootData } from '#web/site/boot.ts';
import { type TokenizedMethod, tokenizeCard } from '#web/checkout/methods/tokenize-card.ts';
import { WithWallets } from '#web/checkout/methods/WithWallets.tsx';
import { offeredBrands, offeredMethods, wantsDeviceData } from '#web/checkout/methods/offered-methods.ts';
import { PaymentError, type ShownError } from '#web/checkout/paying/PaymentError.tsx';
import { useClientToken } from '#web/checkout/use-client-token.ts';
import { CardFields, type CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { WalletOrder } from '#web/payment-methods/payment-method.ts';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';
import { Actions, Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import style from './billing.module.css';

type Props = {
  /** ISO country of the bill. */
  country: string;
  /** What it will be charged with next. */
  renewals: WalletOrder['renewals'];
  /** A declined renewal is charged to what is entered here. */
  waits: boolean;
  isFirst: boolean;
  onKept: (method: PaymentMethodView) => Promise<void>;
  /** The connection was lost: whether the new method arrived is for the page to ask. */
  onUnknown: () => Promise<void>;
  onClose: () => void;
};

/** Card or wallet as at the checkout; verified and kept, never seen by this page. */
export function ReplaceMethod({ country, renewals, waits, isFirst, onKept, onUnknown, onClose }: Props) {
  const { clientToken, retry } = useClientToken(country);
  const card = useRef<CardFieldsHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [valid, setValid] = useState(false);
  const [busy, setBusy] = useState(false);
  const [shownError, setShownError] = useState<ShownError | null>(null);
  useEffect(() => heading.current?.focus(), []);
  const complain = (text: string) => setShownError((before) => ({ id: (before?.id ?? 0) + 1, texts: [text] }));

  /** `authenticate`: what to do when the issuer asks for the holder. */
  const keep = async ({ nonce, deviceData }: TokenizedMethod, authenticate?: () => Promise<void>) => {
    const result = await call('POST /v2/account/payment-method', {
      body: { nonce, ...(deviceData === null ? {} : { deviceData }) },
    });
    if (result.ok) return onKept(result.data.paymentMethod);
    const { problem } = result;
    if (problem.code === 'NOT_SIGNED_IN') return;
    if (problem.code === 'AUTHENTICATION_REQUIRED' && authenticate) return authenticate();
    if (!isConnectionProblem(problem)) return complain(problem.validationErrors[0]?.text || problem.message);
    await onUnknown();
    complain(waits ? m.account_billing_method_unknown_waiting() : m.account_billing_method_unknown());
  };
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setShownError(null);
    setBusy(true);
    await work();
    setBusy(false);
  };
  const save = async ({ challenge }: { challenge: boolean }): Promise<void> => {
    const given = await tokenizeCard(card, { amountCents: 0, challenge });
    if ('missing' in given) return complain(given.missing ?? m.account_billing_method_card_again());
    return keep(given, challenge ? undefined : () => save({ challenge: true }));
  };
  const submit = () => (valid ? void run(() => save({ challenge: false })) : void card.current?.showProblems());

  const offered = offeredMethods({ country, boot: bootData() });
  const wallet = {
    clientToken,
    order: { totalCents: 0, renewals },
    authorization: null,
    keeping: true,
    onAuthorized: ({ nonce }: WalletAuthorization) => void run(() => keep({ nonce, deviceData: null })),
  };
  return (
    <div className={`${layout.part} ${style.replace}`}>
      <h3 ref={heading} tabIndex={-1} className={layout.quietFocus}>
        {m.account_billing_method_new()}
      </h3>
      <p>{waits ? m.account_billing_method_checked_waiting() : m.account_billing_method_checked()}</p>
      <WithWallets offered={offered} wallet={() => wallet}>
        <CardFields
          storesMethod
          clientToken={clientToken}
          onRetry={retry}
          brands={offeredBrands(bootData())}
          withDeviceData={wantsDeviceData({ country, boot: bootData() })}
          onValidity={setValid}
          onSubmitRequest={submit}
          ref={card}
        />
        <PaymentError shownError={shownError} />
        <Actions>
          <Button
            waiting={busy}
            blockedReason={valid ? undefined : m.account_billing_method_incomplete()}
            onBlockedClick={submit}
            onClick={submit}
          >
            {m.account_billing_method_save()}
          </Button>
          <Button variant="link" onClick={onClose}>
            {isFirst ? m.account_billing_method_close() : m.account_billing_method_cancel()}
          </Button>
        </Actions>
      </WithWallets>
    </div>
  );
}
