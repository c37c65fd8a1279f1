import { useId } from 'react';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { differencesOf } from './differences.ts';
import type { CardDiscount } from './offers.ts';
import style from './PlanRows.module.css';
import { monthText } from './Price.tsx';

type Props = {
  cards: readonly PackageCard[];
  discounts: ReadonlyMap<number, CardDiscount | null>;
  /** Names of the features that every plan has. */
  shared: ReadonlySet<string>;
  /** The card that is shown. */
  current: number;
  /** Scrolls to a card. */
  onShow: (index: number) => void;
};

/** All plans with their prices, above the cards of a carousel; each leads to its card. Differences are read out. */
export function PlanRows({ cards, discounts, shared, current, onShow }: Props) {
  const id = useId();
  return (
    <section className={style.rows} aria-labelledby={id}>
      <VisuallyHidden>
        <span id={id}>{m.packages_compare()}</span>
      </VisuallyHidden>
      <ul className={style.list}>
        {cards.map((card, index) => (
          <li key={card.id}>
            <button
              type="button"
              className={style.row}
              aria-current={index === current || undefined}
              onClick={() => onShow(index)}
            >
              <span className={style.name}>{card.displayName}</span>
              <span className={style.price}>{monthText(card, discounts.get(card.id) ?? null)}</span>
              <VisuallyHidden>
                {m.packages_per_month()}, {differenceText(card, shared)}
              </VisuallyHidden>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Build-your-own has its own text, because its few included features would say too little. */
function differenceText(card: PackageCard, shared: ReadonlySet<string>): string {
  const differences = card.buildYourOwn ? [] : differencesOf(card, shared);
  return differences.length > 0 ? differences.join(', ') : card.description;
}
