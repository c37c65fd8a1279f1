import { type ReactNode, useId, useState } from 'react';
import { townLine } from '#contract/fields/address-lines.ts';
import { type PaymentType, walletNames } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { hasSheet } from '#web/payment-methods/payment-method.ts';
import { Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { useRegionName } from '../billing/use-region-name.ts';
import type { CheckoutSubject } from '../checkout.ts';
import { countryName } from '../country-name.ts';
import { methodText } from '../methods/method-text.ts';
import { payingMethod } from '../payment-choice.ts';
import type { PaymentView } from '../payment-views.ts';
import { type CheckoutState, isConsentRequired } from '../use-checkout.ts';
import { priceMissing } from '../use-quote.ts';
import { ConsentFields } from './ConsentFields.tsx';
import { PayBar } from './PayBar.tsx';
import { PayFacts, payNowLabel } from './PayFacts.tsx';
import { RefundTerms } from './RefundPromise.tsx';
import { RenewalTerms } from './RenewalFacts.tsx';
import { ReviewDetails } from './ReviewDetails.tsx';
import style from './ReviewView.module.css';

type Props = {
  subject: CheckoutSubject;
  state: CheckoutState;
  sending: boolean;
  shownError: ReactNode;
  /** Shown in the bar with the Pay button on phones. */
  order: ReactNode;
  onOpenView: (view: PaymentView) => void;
  onPay: () => void;
};

/** All details, the consents, the renewal terms, and the Pay button (specification 2.8). */
export function ReviewView({ subject, state, sending, shownError, order, onOpenView, onPay }: Props) {
  const { billing, consent, quote: priced } = state;
  const termsId = useId();
  const regionName = useRegionName(billing?.address ?? { country: '', region: '' });
  const [showsMissing, setShowsMissing] = useState(false);
  const { quote } = priced;
  const method = quote?.totals.total === 0 ? null : payingMethod(state.choice);
  const consentMissing = isConsentRequired(billing) && !consent.terms;
  const blocked = priceMissing(priced) ?? (consentMissing ? m.payment_missing_consent() : undefined);
  const explain = () => {
    if (!consentMissing) return;
    setShowsMissing(true);
    document.getElementById(termsId)?.focus();
  };
  return (
    <div className={style.view}>
      <ReviewDetails details={detailsOf({ subject, state, method, regionName, onOpenView })} />
      {method !== null && method !== 'CREDIT_CARD' && hasSheet(method) && (
        <p className={layout.small}>{m.payment_wallet_not_charged({ wallet: walletNames[method] })}</p>
      )}
      {shownError}
      {isConsentRequired(billing) && (
        <ConsentFields
          consent={consent}
          onChange={state.changeConsent}
          termsId={termsId}
          error={showsMissing && consentMissing ? m.field_terms_required() : undefined}
        />
      )}
      <PayBar
        order={order}
        label={payNowLabel(quote)}
        facts={
          <PayFacts quote={quote} agreement={isConsentRequired(billing) ? undefined : m.payment_agree_by_paying()} />
        }
        sending={sending}
        blockedReason={blocked}
        onBlockedClick={explain}
        onPay={onPay}
      />
      <div className={style.terms}>
        {quote && (
          <>
            <RefundTerms
              totalCents={quote.totals.total}
              forTwo={quote.payForCoParent}
              invitesOncePaid={subject.invitesOncePaid ?? false}
            />
            <RenewalTerms renewals={quote.renewals} needsMethod={quote.totals.total === 0 ? 'later' : 'no'} />
          </>
        )}
      </div>
      <Button variant="link" className={style.back} onClick={() => !sending && onOpenView('PAYMENT')}>
        {m.payment_back_to_payment()}
      </Button>
    </div>
  );
}

function detailsOf({
  subject,
  state,
  method,
  regionName,
  onOpenView,
}: Pick<Props, 'subject' | 'state' | 'onOpenView'> & { method: PaymentType | null; regionName: string }) {
  const { billing, choice } = state;
  const { line1 = '', line2 = '', city = '', postalCode = '', country = '' } = billing?.address ?? {};
  const { firstName, lastName, email } = subject.person;
  return [
    {
      key: 'email',
      name: m.payment_email(),
      value: [email],
      change: { label: m.payment_change_email(), to: subject.detailsAt },
    },
    {
      key: 'billing',
      name: m.payment_billing_address(),
      value: [
        `${firstName} ${lastName}`,
        [line1, line2].filter(Boolean).join(', '),
        townLine({ city, region: regionName, postalCode }),
        countryName(country),
      ],
      change: { label: m.payment_change_billing(), onChange: () => onOpenView('BILLING') },
    },
    {
      key: 'method',
      name: m.payment_method(),
      value: [method === null ? m.payment_no_method_needed() : methodText(choice, method)],
      change: { label: m.payment_change_method(), onChange: () => onOpenView('PAYMENT') },
    },
    ...(subject.moreDetails?.({ payForCoParent: state.quote.quote?.payForCoParent ?? false }) ?? []),
  ];
}
