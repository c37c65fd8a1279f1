import { useState } from 'react';
import type { readPlanRefund } from '#contract/api/professionals/plan-refunds.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { listed } from '#web/i18n/listed.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { Card } from '#web/ui/Card.tsx';
import { PaidNotice } from '../payment/PaidNotice.tsx';
import { UnusedRefundButton } from '../payment/UnusedRefundButton.tsx';

type Props = {
  familyId: string;
  refund: AnswerOf<typeof readPlanRefund>['refund'] | undefined;
  refresh: () => Promise<unknown>;
};

/** The refund of plans paid for parents who have not joined, while it is possible; otherwise empty. */
export function PlanRefund({ familyId, refund, refresh }: Props) {
  const params = { familyId };
  const [refundedAmount, setRefundedAmount] = useState<string | null>(null);
  if (refundedAmount !== null)
    return <PaidNotice title={m.pro_back_done_title()}>{m.pro_back_done({ amount: refundedAmount })}</PaidNotice>;
  if (!refund) return null;
  const { amountFormatted: amount, until, names } = refund;
  return (
    <Card as="section" labelledBy="plan-back">
      <h2 id="plan-back">{m.pro_back()}</h2>
      <p>{m.pro_back_plan({ names: listed(names), amount, date: longDay(until) })}</p>
      <UnusedRefundButton
        amount={amount}
        consequence={m.pro_back_plan_ends({ names: listed(names) })}
        call={() => call('POST /v2/professional/cases/:familyId/refund', { params })}
        refresh={refresh}
        onRefunded={setRefundedAmount}
      />
    </Card>
  );
}
