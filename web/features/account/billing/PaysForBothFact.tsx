import { useState } from 'react';
import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { Fact } from '../Fact.tsx';

type Props = {
  subscription: SubscriptionView;
  alsoFor: NonNullable<SubscriptionView['alsoFor']>;
  onChanged: () => Promise<void>;
};

/** Whether the next renewal also pays for the co-parent, chosen until the day before. */
export function PaysForBothFact({ subscription: { id, periodEnd }, alsoFor, onChanged }: Props) {
  const { isChosen, bothFormatted, aloneFormatted, taxId } = alsoFor;
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const name = alsoFor.firstName || m.account_the_other_parent();
  const choose = async () => {
    setBusy(true);
    const result = await call('PUT /v2/account/subscriptions/:subscriptionId/renewal-cover', {
      params: { subscriptionId: id },
      body: { covers: !isChosen, taxId: isChosen ? null : taxId },
    });
    setChosen(result.ok ? result.data.covers : null);
    if (!result.ok) showError(result.problem);
    await onChanged();
    setBusy(false);
  };
  return (
    <Fact
      id={`cover-${id}`}
      heading={m.cover_fact()}
      action={
        <Button variant="quiet" waiting={busy} onClick={() => void choose()}>
          {isChosen ? m.cover_remove() : m.cover_add()}
        </Button>
      }
    >
      <p className={layout.soft}>
        {isChosen ? m.cover_chosen({ name, amount: aloneFormatted }) : m.cover_offer({ name, amount: bothFormatted })}
      </p>
      <LiveText>
        {chosen !== null && (
          <Notice tone="success">{chosen ? m.cover_added({ date: longDay(periodEnd) }) : m.cover_removed()}</Notice>
        )}
      </LiveText>
    </Fact>
  );
}
