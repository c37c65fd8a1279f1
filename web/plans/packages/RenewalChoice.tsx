import { useId, useState } from 'react';
import type { PricingGroup } from '#contract/api/packages.ts';
import type { RenewalCard as Card } from '#contract/api/renewal-choices.ts';
import { currencyNote } from '#contract/fields/currency-note.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { listed } from '#web/i18n/listed.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Details, Features } from './Features.tsx';
import { termsOf, type Years } from './offers.ts';
import { type Fold, PackageCards } from './PackageCards.tsx';
import { PackageFrame } from './PackageCardView.tsx';
import style from './packages.module.css';
import { TermToggle } from './TermToggle.tsx';

type Props = {
  packages: readonly Card[];
  pricingGroup: PricingGroup;
  renewsOn: Day;
  /** The package that it renews to as it is chosen now. */
  renewsTo: number;
  /** The billing country (ISO code). */
  country: string;
  onChoose: (card: Card) => void;
};

/** The packages that a plan may renew to, for one year or two. */
export function RenewalChoice({ packages, pricingGroup, renewsOn, renewsTo, country, onChoose }: Props) {
  const current = packages.find(({ id }) => id === renewsTo);
  const [years, setYears] = useState<Years>(current?.subDurationInYears ?? 1);
  const cards = packages.filter(({ subDurationInYears }) => subDurationInYears === years);
  const currency = currencyNote(country);
  return (
    <>
      {termsOf(packages).length > 1 && <TermToggle years={years} saved={0} onChange={setYears} />}
      <PackageCards
        cards={cards}
        pricingGroup={pricingGroup}
        invited={false}
        term={years}
        renderAbove={() => currency && <p className={layout.soft}>{currency}</p>}
        renderCard={(card, fold) => (
          <RenewalCard
            card={card}
            isCurrent={card.id === renewsTo}
            renewsOn={renewsOn}
            fold={fold}
            onChoose={() => onChoose(card)}
          />
        )}
      />
    </>
  );
}

type CardProps = { card: Card; isCurrent: boolean; renewsOn: Day; fold: Fold | null; onChoose: () => void };

function RenewalCard({ card, isCurrent, renewsOn, fold, onChoose }: CardProps) {
  const titleId = useId();
  return (
    <PackageFrame
      titleId={titleId}
      card={card}
      variant="brand-refresh"
      ribbon={isCurrent ? m.renewal_choice_current() : undefined}
    >
      <p>{card.description}</p>
      <dl className={style.upgrade}>
        <div className={style.due}>
          <dt>{m.renewal_choice_due({ date: longDay(renewsOn) })}</dt>
          <dd>{card.buildYourOwn ? m.upgrade_by_options() : card.atRenewal.amountFormatted}</dd>
        </div>
      </dl>
      {card.losses.length > 0 && (
        <p>
          <strong>{m.upgrade_losses({ parts: listed(card.losses) })}</strong>
        </p>
      )}
      <Details fold={fold}>
        <Features card={card} />
      </Details>
      {(!isCurrent || card.buildYourOwn) && (
        <div className={style.action}>
          <Button variant="quiet" onClick={onChoose}>
            {card.buildYourOwn ? m.packages_choose_option() : m.packages_select()}
            <VisuallyHidden> {card.displayName}</VisuallyHidden>
          </Button>
        </div>
      )}
    </PackageFrame>
  );
}
