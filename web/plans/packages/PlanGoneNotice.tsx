import { useLocation } from 'react-router';
import { m } from '#messages/messages.js';
import { isPlanGone } from '#web/join-session/plan-gone.ts';
import { Notice } from '#web/ui/Card.tsx';
import { LiveRegion } from '#web/join-session/step-page/LiveRegion.tsx';

/** Why somebody is back at the plans: what they had chosen is not offered to them. */
export function PlanGoneNotice() {
  const gone = isPlanGone(useLocation().state);
  return (
    <LiveRegion>
      {gone && (
        <Notice>
          <p>{m.packages_plan_gone()}</p>
        </Notice>
      )}
    </LiveRegion>
  );
}
