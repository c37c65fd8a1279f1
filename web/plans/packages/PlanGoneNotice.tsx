import { useLocation } from 'react-router';
import { m } from '#messages/messages.js';
import { isPlanGone } from '#web/join-session/plan-gone.ts';
import { LiveRegion } from '#web/join-session/step-page/LiveRegion.tsx';
import { Notice } from '#web/ui/Card.tsx';

/** Explains a redirect to the plans: the chosen one is not offered to this person. */
export function PlanGoneNotice() {
  const isGone = isPlanGone(useLocation().state);
  return (
    <LiveRegion>
      {isGone && (
        <Notice>
          <p>{m.packages_plan_gone()}</p>
        </Notice>
      )}
    </LiveRegion>
  );
}
