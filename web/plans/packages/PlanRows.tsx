import { useId } from 'react';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { chevron, Icon } from '#web/ui/Icon.tsx';
import { differencesOf } from './differences.ts';
import type { CardDiscount } from './offers.ts';
import style from './PlanRows.module.css';
import { monthText, totalText } from './Price.tsx';

type Props = {
  cards: readonly PackageCard[];
  discounts: ReadonlyMap<number, CardDiscount | null>;
  /** Names of the features that every plan has. */
  shared: ReadonlySet<string>;
  /** Scrolls to a card. */
  onShow: (index: number) => void;
};

/** A list of all plans with price and differences, shown where the cards are in a carousel. */
export function PlanRows({ cards, discounts, shared, onShow }: Props) {
  const id = useId();
  return (
    <section className={style.rows} aria-labelledby={id}>
      <h2 id={id} className={style.heading}>
        {m.packages_compare()}
      </h2>
      <ul className={style.list}>
        {cards.map((card, index) => (
          <li key={card.id}>
            <button type="button" className={style.row} onClick={() => onShow(index)}>
              <span className={style.name}>
                {card.displayName}
                {card.featured && <span className={style.popular}>{m.packages_popular()}</span>}
              </span>
              <span className={style.price}>
                {monthText(card, discounts.get(card.id) ?? null)}{' '}
                <span className={style.per}>{m.packages_per_month()}</span>
              </span>
              <span className={style.more}>{differenceText(card, shared)}</span>
              <span className={style.total}>{totalText(card, discounts.get(card.id) ?? null)}</span>
              <Icon className={style.chevron} path={chevron} size={18} />
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
