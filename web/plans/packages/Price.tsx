import type { PackageCard } from '#contract/api/packages.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { CardDiscount } from './offers.ts';
import style from './packages.module.css';

type Props = {
  card: PackageCard;
  discount: CardDiscount | null;
  /** The name of the included tax; null if tax is added later. */
  taxInside: string | null;
};

/** The price per month, then the total due. With a coupon the full price stays readable, struck through. */
export function Price({ card, discount, taxInside }: Props) {
  return (
    <div className={style.priceBlock}>
      {discount && (
        <span className={style.saving}>{m.packages_coupon_percent({ percent: String(discount.percent) })}</span>
      )}
      <p className={style.price}>
        {discount && <Struck amount={card.pricePerMonthFormatted} />}
        <span className={style.oneLine}>
          <span className={style.amount}>{monthText(card, discount)}</span>{' '}
          <span className={style.per}>{m.packages_per_month()}</span>
        </span>
      </p>
      <p className={style.total}>
        {discount && <Struck amount={card.totalPriceFormatted} />}
        {totalText(card, discount)}
        {taxInside && <span>{m.packages_including_tax({ tax: taxInside })}</span>}
      </p>
    </div>
  );
}

/** The price per month with a discount. */
export function monthText(card: PackageCard, discount: CardDiscount | null): string {
  return discount ? formatCents(discount.perMonthAfter) : card.pricePerMonthFormatted;
}

/** The total due, and its term. */
function totalText(card: PackageCard, discount: CardDiscount | null): string {
  const { buildYourOwn, subDurationInYears } = card;
  const total = discount ? formatCents(discount.totalAfter) : card.totalPriceFormatted;
  if (buildYourOwn)
    return subDurationInYears === 1 ? m.packages_from_year({ total }) : m.packages_from_two_years({ total });
  return subDurationInYears === 1 ? m.packages_yearly_total({ total }) : m.packages_two_year_total({ total });
}

function Struck({ amount }: { amount: string }) {
  return (
    <>
      <VisuallyHidden>{m.packages_instead_of()}</VisuallyHidden>
      <s className={style.struck}>{amount}</s>{' '}
    </>
  );
}
