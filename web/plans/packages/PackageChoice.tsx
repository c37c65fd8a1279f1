import { useState } from 'react';
import { refundDays } from '#contract/account/refund.ts';
import type { PackageCard } from '#contract/api/packages.ts';
import { currencyNote } from '#contract/fields/currency-note.ts';
import type { ExperimentKey } from '#contract/sign-up/experiments.ts';
import { m } from '#messages/messages.js';
import { useExposure } from '#web/analytics/use-exposure.ts';
import { browserZone, timeText } from '#web/i18n/long-day.ts';
import { countryOfSession } from '#web/join-session/join-session.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import { LiveRegion } from '#web/join-session/step-page/LiveRegion.tsx';
import { bootData } from '#web/site/boot.ts';
import { Notice } from '#web/ui/Card.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import layout from '#web/ui/layout.module.css';
import { DifferencesSwitch } from './DifferencesSwitch.tsx';
import { sharedFeatures } from './differences.ts';
import {
  type Coupon,
  cardStyle,
  couponsFor,
  discountOf,
  inOrder,
  maxSavings,
  type Offers,
  termsOf,
  type Years,
} from './offers.ts';
import { PackageCards } from './PackageCards.tsx';
import { PackageCardView } from './PackageCardView.tsx';
import { PlanRows } from './PlanRows.tsx';
import style from './packages.module.css';
import { TermToggle } from './TermToggle.tsx';
import { useRunningCoupons } from './use-running-coupons.ts';

type Props = {
  offers: Offers;
  coupons: readonly Coupon[];
  invited: boolean;
  /** The co-parent's package; null if unknown. */
  coParentPackageId: number | null;
  /** The package that is being selected. */
  waitingFor: number | null;
  onSelect: (card: PackageCard) => void;
};

/** All packages with terms, cards and offer, for both parents. */
export function PackageChoice({ offers, coupons, invited, coParentPackageId, waitingFor, onSelect }: Props) {
  const { pricingGroupName: pricingGroup, packages } = offers;
  const { experiments } = bootData();
  const { subscriptionLength, country } = useChooser();
  const currency = currencyNote(country);
  const [chosenYears, setChosenYears] = useState<Years>(subscriptionLength ?? 1);
  const terms = termsOf(packages);
  const term = terms.find(({ years }) => years === chosenYears) ?? terms[0];
  const cards = inOrder(term?.cards ?? [], experiments);
  const { running, nextEnd, ended } = useRunningCoupons(couponsFor(cards, coupons));
  const discounts = new Map(cards.map((card) => [card.id, discountOf(card, running)]));
  const hasCoupons = [...discounts.values()].some((discount) => discount !== null);
  const variant = cardStyle({ pricingGroup, experiments, hasCoupons });
  useExposure('premium-pick-me-1', ...(hasCoupons ? [] : cardExperiments(pricingGroup)));
  const shared = sharedFeatures(cards);
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  return (
    <>
      {terms.length > 1 && (
        <TermToggle years={term?.years ?? 1} saved={maxSavings(packages)} onChange={setChosenYears} />
      )}
      <PackageCards
        cards={cards}
        pricingGroup={pricingGroup}
        invited={invited}
        term={chosenYears}
        startAt={Math.max(
          0,
          cards.findIndex(({ featured }) => featured),
        )}
        paged
        unfolded={onlyDifferences}
        renderAbove={(show, shown) => (
          <>
            <LiveRegion>{(nextEnd !== null || ended) && <OfferEnd at={nextEnd} />}</LiveRegion>
            {currency && <p className={layout.soft}>{currency}</p>}
            <div className={style.choices}>
              {show && cards.length > 1 && (
                <PlanRows cards={cards} discounts={discounts} shared={shared} current={shown} onShow={show} />
              )}
              {shared.size > 0 && <DifferencesSwitch on={onlyDifferences} onChange={setOnlyDifferences} />}
            </div>
          </>
        )}
        renderCard={(card, fold) => (
          <PackageCardView
            card={card}
            variant={variant}
            discount={discounts.get(card.id) ?? null}
            taxInside={card.includedTaxName && taxNames[card.includedTaxName]()}
            coParentsChoice={card.id === coParentPackageId}
            fold={fold}
            hiddenFeatures={onlyDifferences ? shared : noFeatures}
            waiting={waitingFor === card.id}
            onSelect={() => waitingFor === null && onSelect(card)}
          />
        )}
      >
        <Promises />
      </PackageCards>
    </>
  );
}

const promises = () => [
  {
    icon: 'M3.500 7.500H12a4 4 0 0 1 0 8H8M7 4 3.500 7.500 7 11',
    text: m.packages_refund_within({ days: refundDays }),
  },
  { icon: 'm4 10.500 4 4L16 6', text: m.packages_cancel_any_time() },
  { icon: 'M5 9h10v8H5zm2 0V6.500a3 3 0 0 1 6 0V9', text: m.packages_private() },
];

/** What applies to every plan. */
function Promises() {
  return (
    <div className={style.promises}>
      <p>{m.packages_every_plan()}</p>
      <ul>
        {promises().map(({ icon, text }) => (
          <li key={text}>
            <Icon path={icon} weight={2} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

const noFeatures: ReadonlySet<string> = new Set();

const taxNames = { VAT: m.tax_vat, GST: m.tax_gst, IVA: m.tax_iva };

function useChooser() {
  const subscriptionLength = useJoinSession((session) => session.subscriptionLength);
  const country = useJoinSession(countryOfSession);
  return { subscriptionLength, country };
}

/** The offer's end as date and time, without a countdown, which would pressure people. Null: it has ended. */
function OfferEnd({ at }: { at: number | null }) {
  const date = at && timeText(new Date(at).toISOString(), { dateStyle: 'long', timeZone: browserZone() });
  return (
    <Notice>
      <p>{date === null ? m.packages_offer_ended() : m.packages_offer_ends({ date })}</p>
    </Notice>
  );
}

/** Experiments that decide the style of cards without a coupon. */
const cardExperiments = (pricingGroup: Offers['pricingGroupName']): readonly ExperimentKey[] =>
  pricingGroup === 'P3' ? ['premium-pick-me', 'price-in-build-your-own'] : ['premium-pick-me'];
