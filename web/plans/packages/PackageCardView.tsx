import { type ReactNode, useId } from 'react';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Details, Features, OptionPrices } from './Features.tsx';
import type { CardDiscount, CardStyle } from './offers.ts';
import type { Fold } from './PackageCards.tsx';
import { Price } from './Price.tsx';
import style from './packages.module.css';

type Props = {
  card: PackageCard;
  variant: CardStyle;
  discount: CardDiscount | null;
  taxInside: string | null;
  coParentsChoice: boolean;
  fold: Fold | null;
  /** Names of features that every plan has, while only differences are shown. */
  hiddenFeatures: ReadonlySet<string>;
  waiting: boolean;
  onSelect: () => void;
};

/** One package in purchase mode (specification 2.6). */
export function PackageCardView({ card, variant, fold, hiddenFeatures, waiting, onSelect, ...price }: Props) {
  const titleId = useId();
  const strong = card.featured;
  return (
    <PackageFrame titleId={titleId} card={card} variant={variant} ribbon={strong ? m.packages_popular() : undefined}>
      {price.coParentsChoice && <p className={style.mark}>{m.packages_co_parents_choice()}</p>}
      <p className={style.description}>{card.description}</p>
      <Price card={card} discount={price.discount} taxInside={price.taxInside} />
      <div className={style.action}>
        <Button variant={strong ? 'primary' : 'quiet'} waiting={waiting} onClick={onSelect}>
          {card.buildYourOwn ? m.packages_choose_option() : m.packages_select()}
          <VisuallyHidden> {card.displayName}</VisuallyHidden>
        </Button>
      </div>
      <Details fold={fold}>
        {variant === 'priced' && card.buildYourOwn && <OptionPrices card={card} />}
        <Features card={card} hidden={hiddenFeatures} />
      </Details>
    </PackageFrame>
  );
}

type FrameProps = {
  titleId: string;
  card: PackageCard;
  variant: CardStyle;
  ribbon?: string | undefined;
  children: ReactNode;
};

/** A package's frame and name, without prices. */
export function PackageFrame({ titleId, card, variant, ribbon, children }: FrameProps) {
  return (
    <div className={style.frame} data-look={variant} data-featured={card.featured || undefined}>
      <Card as="article" ribbon={ribbon} labelledBy={titleId}>
        <h2 id={titleId}>{card.displayName}</h2>
        {children}
      </Card>
    </div>
  );
}
