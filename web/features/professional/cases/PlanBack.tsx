import { useState } from 'react';
import type { readPlanRefund } from '#contract/api/plan-refunds.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { listed } from '#web/i18n/listed.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { Card } from '#web/ui/Card.tsx';
import { HaveBack } from '../payment/HaveBack.tsx';
import { PaidNotice } from '../payment/PaidNotice.tsx';

type Props = {
  familyId: string;
  refund: AnswerOf<typeof readPlanRefund>['refund'] | undefined;
  onChanged: () => Promise<unknown>;
};

/** What was paid for parents who have not joined, back, while it can be had. Says nothing where there is nothing. */
export function PlanBack({ familyId, refund, onChanged }: Props) {
  const params = { familyId };
  const [done, setDone] = useState<string | null>(null);
  if (done !== null)
    return <PaidNotice title={m.pro_back_done_title()}>{m.pro_back_done({ amount: done })}</PaidNotice>;
  if (!refund) return null;
  const { amountFormatted: amount, until, names } = refund;
  return (
    <Card as="section" labelledBy="plan-back">
      <h2 id="plan-back">{m.pro_back()}</h2>
      <p>{m.pro_back_plan({ names: listed(names), amount, date: longDay(until) })}</p>
      <HaveBack
        amount={amount}
        consequence={m.pro_back_plan_ends({ names: listed(names) })}
        call={() => call('POST /v2/professional/cases/:familyId/refund', { params })}
        onDone={async (back) => {
          setDone(back);
          await onChanged();
        }}
      />
    </Card>
  );
}
