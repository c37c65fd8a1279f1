import { useState } from 'react';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { RenewalCard } from '#contract/api/renewal-choices.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { useLatest } from '#web/api/use-query.ts';
import { ReviewDetails } from '#web/checkout/review/ReviewDetails.tsx';
import { PriceLines } from '#web/checkout/summary/PriceLines.tsx';
import { taxNote } from '#web/checkout/summary/tax-note.ts';
import { listed } from '#web/i18n/listed.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { AccountPage } from '../AccountPage.tsx';
import type { AddressOf, RenewalChoices } from './selection.ts';

type Props = {
  subscriptionId: string;
  choices: RenewalChoices;
  card: RenewalCard;
  order: OrderDetail;
  addressOf: AddressOf;
};

/** The plan until and from the renewal, what it costs then, and what it no longer includes. Nothing is charged. */
export default function ReviewRenewal({ subscriptionId, choices, card, order, addressOf }: Props) {
  const navigate = useNavigate();
  const { renewsOn, asHeld, heldBy, country } = choices;
  const date = longDay(renewsOn);
  const params = { subscriptionId };
  const priced = useLatest({
    key: JSON.stringify(order),
    fetch: (signal) =>
      call(
        'POST /v2/account/subscriptions/:subscriptionId/renewal-choices/prices',
        { params, body: { order } },
        { signal },
      ),
  });
  const [busy, setBusy] = useState(false);
  const save = async (taxId: string, plan: string) => {
    setBusy(true);
    const saved = await call('PUT /v2/account/subscriptions/:subscriptionId/renewal-choice', {
      params,
      body: { order, taxId },
    });
    setBusy(false);
    if (saved.ok) {
      showToast({ text: m.renewal_choice_saved({ date, plan }) });
      return navigate(addresses.billing);
    }
    if (saved.problem.code !== 'QUOTE_CHANGED') return showError(saved.problem);
    showToast({ text: m.renewal_choice_price_changed(), tone: 'error' });
    priced.retry();
  };
  const toAll = addressOf();
  const change = card.buildYourOwn
    ? {
        label: m.upgrade_change_options(),
        to: addressOf(order, { building: true }),
      }
    : { label: m.upgrade_change_plan(), to: toAll };
  return (
    <AccountPage heading={m.renewal_choice_review_heading()} lead={m.renewal_choice_review_lead({ date })}>
      <div className={`${layout.page} ${layout.narrow}`}>
        {priced.state === 'loading' && <FormSkeleton />}
        {priced.state === 'failed' && <LoadError problem={priced.problem} onRetry={priced.retry} />}
        {priced.state === 'ready' && (
          <>
            <ReviewDetails
              details={[
                { key: 'from', name: m.renewal_choice_as_is(), value: [asHeld.planName] },
                { key: 'to', name: m.renewal_choice_from({ date }), value: [priced.data.plan.planName], change },
              ]}
            />
            {priced.data.plan.losses.length > 0 && (
              <Notice>
                <p>
                  <strong>{m.mail_renewal_losses({ date, parts: listed(priced.data.plan.losses) })}</strong>
                </p>
              </Notice>
            )}
            <PriceLines
              lines={priced.data.quote.lines}
              totalLabel={m.renewal_choice_due({ date })}
              totalFormatted={priced.data.quote.totals.totalFormatted}
              country={country}
              tax={taxNote(priced.data.quote)}
            />
            <p>{termsText({ heldBy, date, quoted: priced.data })}</p>
            <Actions>
              <Button waiting={busy} onClick={() => void save(priced.data.quote.taxId, priced.data.plan.planName)}>
                {m.renewal_choice_save()}
              </Button>
              <ButtonLink variant="link" to={toAll}>
                {m.upgrade_all_plans()}
              </ButtonLink>
            </Actions>
          </>
        )}
      </div>
    </AccountPage>
  );
}

type Quoted = {
  plan: { years: 1 | 2; amountFormatted: string };
  quote: { renewal: { amountFormatted: string } };
};

/** The words of the mails. */
function termsText({ heldBy: name, date, quoted }: { heldBy: string | null; date: string; quoted: Quoted }): string {
  const { plan, quote } = quoted;
  const words = { date, amount: plan.amountFormatted };
  if (plan.years === 1)
    return name === null ? m.mail_renewal_terms(words) : m.mail_renewal_terms_other({ ...words, name });
  const forTwo = { ...words, yearly: quote.renewal.amountFormatted };
  return name === null
    ? m.mail_renewal_terms_two_years(forTwo)
    : m.mail_renewal_terms_two_years_other({ ...forTwo, name });
}
