import { useLocation } from 'react-router';
import { m } from '#messages/messages.js';
import { isPlanGone } from '../../session/plan-gone.ts';
import { Notice } from '../../ui/Card.tsx';
import { LiveRegion } from '../step-page/LiveRegion.tsx';

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
