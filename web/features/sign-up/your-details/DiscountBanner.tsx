import { experimentState } from '#contract/boot.ts';
import { percentMark } from '#contract/staff/announcements.ts';
import { m } from '#messages/messages.js';
import { useExposure } from '#web/analytics/use-exposure.ts';
import { useQuery } from '#web/api/use-query.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import { LiveRegion } from '#web/join-session/step-page/LiveRegion.tsx';
import { bootData } from '#web/site/boot.ts';
import { Notice } from '#web/ui/Card.tsx';
import style from './discount-banner.module.css';

/**
 * The offer of a discount link: the published announcement, or the text of the running experiment, with the server's
 * percentage.
 */
export function DiscountBanner() {
  const discount = useJoinSession((session) => session.discount);
  const offer = useQuery('GET /v2/discount-offers', discount && { query: discount });
  if (!discount) return null;
  const offered = offer.state === 'ready' ? offer.data.percentage : null;
  return (
    <LiveRegion>
      {/* The banner reserves its space until the response arrives, so that nothing moves. */}
      {offer.state === 'loading' && (
        <div className={style.unknown}>
          <Offer percentage={discount.percentage} />
        </div>
      )}
      {offered !== null && <Offer percentage={offered} />}
    </LiveRegion>
  );
}

function Offer({ percentage }: { percentage: number }) {
  const percent = String(percentage);
  const announced = bootData().offer?.[currentLanguage()];
  return (
    <Notice>
      <p>
        <strong>{announced?.replace(percentMark, percent) ?? <BuiltIn percent={percent} />}</strong>
      </p>
      <p>{m.your_details_discount_how()}</p>
    </Notice>
  );
}

/** An announcement replaces both variants, so it is no exposure. */
function BuiltIn({ percent }: { percent: string }) {
  const treated = experimentState(bootData(), 'discount-offer-language') === 'treatment';
  useExposure('discount-offer-language');
  return treated ? m.your_details_discount_treatment({ percent }) : m.your_details_discount({ percent });
}
