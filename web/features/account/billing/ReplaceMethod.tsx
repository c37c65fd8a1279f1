import { useRef, useState } from 'react';
import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { isConnectionProblem } from '#web/api/problem.ts';
import { offeredBrands, offeredMethods, wantsDeviceData } from '#web/checkout/methods/offered-methods.ts';
import { type TokenizedMethod, tokenizeCard } from '#web/checkout/methods/tokenize-card.ts';
import { WithWallets } from '#web/checkout/methods/WithWallets.tsx';
import { PaymentError, type ShownError } from '#web/checkout/paying/PaymentError.tsx';
import { useClientToken } from '#web/checkout/use-client-token.ts';
import { CardFields, type CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import type { WalletOrder } from '#web/payment-methods/payment-method.ts';
import type { WalletProps } from '#web/payment-methods/WalletButton.tsx';
import { bootData } from '#web/site/boot.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import layout from '#web/ui/layout.module.css';
import style from './replace-method.module.css';

type Props = {
  /** The billing country (ISO code). */
  country: string;
  /** The next charges of the new method. */
  renewals: WalletOrder['renewals'];
  /** A declined renewal is charged to the new method at once. */
  hasUnpaidRenewal: boolean;
  isFirst: boolean;
  /** It is kept beside the one on file. */
  isBackup?: boolean;
  onReplaced: (method: PaymentMethodView) => Promise<void>;
  /** Called after a lost connection: the page must load the method to see whether it was replaced. */
  onUnknown: () => Promise<void>;
  onClose: () => void;
};

/** Card or wallet as in the checkout, verified and stored by the gateway; card data never enters this page. */
export default function ReplaceMethod({
  country,
  renewals,
  hasUnpaidRenewal,
  isFirst,
  isBackup = false,
  onReplaced,
  onUnknown,
  onClose,
}: Props) {
  const { clientToken, retry } = useClientToken(country);
  const card = useRef<CardFieldsHandle>(null);
  const [valid, setValid] = useState(false);
  const [busy, setBusy] = useState(false);
  const [shownError, setShownError] = useState<ShownError | null>(null);
  const showErrorText = (text: string) => setShownError((before) => ({ id: (before?.id ?? 0) + 1, texts: [text] }));

  /** `authenticate`: called if the issuer requires authentication. */
  const storeMethod = async ({ nonce, deviceData }: TokenizedMethod, authenticate?: () => Promise<void>) => {
    const result = await call('POST /v2/account/payment-method', {
      body: { nonce, as: isBackup ? 'BACKUP' : 'DEFAULT', ...(deviceData === null ? {} : { deviceData }) },
    });
    if (result.ok) return onReplaced(result.data.paymentMethod);
    const { problem } = result;
    if (problem.code === 'NOT_SIGNED_IN') return;
    if (problem.code === 'AUTHENTICATION_REQUIRED' && authenticate) return authenticate();
    if (!isConnectionProblem(problem)) return showErrorText(problem.validationErrors[0]?.text || problem.message);
    await onUnknown();
    showErrorText(hasUnpaidRenewal ? m.account_billing_method_unknown_waiting() : m.account_billing_method_unknown());
  };
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setShownError(null);
    setBusy(true);
    await work();
    setBusy(false);
  };
  const save = async ({ challenge }: { challenge: boolean }): Promise<void> => {
    const tokenized = await tokenizeCard(card, { amountCents: 0, challenge, isStored: true });
    if ('missing' in tokenized) return showErrorText(tokenized.missing ?? m.account_billing_method_card_again());
    return storeMethod(tokenized, challenge ? undefined : () => save({ challenge: true }));
  };
  const submit = () => (valid ? void run(() => save({ challenge: false })) : void card.current?.showProblems());

  const offered = offeredMethods({ country, boot: bootData() });
  const wallet: WalletProps = {
    clientToken,
    order: { totalCents: 0, renewals },
    authorization: null,
    storesMethod: true,
    onAuthorized: ({ nonce }) => void run(() => storeMethod({ nonce, deviceData: null })),
  };
  return (
    <div className={`${layout.part} ${style.replace}`}>
      <h3 ref={focusOnMount} tabIndex={-1} className={layout.quietFocus}>
        {m.account_billing_method_new()}
      </h3>
      <p>{hasUnpaidRenewal ? m.account_billing_method_checked_waiting() : m.account_billing_method_checked()}</p>
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
