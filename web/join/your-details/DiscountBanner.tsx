import { experimentState } from '#contract/boot.ts';
import { m } from '#messages/messages.js';
import { bootData } from '../../boot.ts';
import { useJoinSession } from '../../session/session-store.ts';
import { Notice } from '../../ui/Card.tsx';
import { LiveRegion } from '../step-page/LiveRegion.tsx';

/** The offer of a discount link, in the words of the running experiment. */
export function DiscountBanner() {
  const discount = useJoinSession((session) => session.discount);
  if (!discount) return null;
  const percent = String(discount.percentage);
  const treated = experimentState(bootData(), 'discount-offer-language') === 'treatment';
  return (
    <LiveRegion>
      <Notice>
        <p>
          <strong>{treated ? m.your_details_discount_treatment({ percent }) : m.your_details_discount({ percent })}</strong>
        </p>
        <p>{m.your_details_discount_how()}</p>
      </Notice>
    </LiveRegion>
  );
}
