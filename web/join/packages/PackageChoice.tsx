import { useState } from 'react';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { bootData } from '../../boot.ts';
import { useJoinSession } from '../../session/session-store.ts';
import { Notice } from '../../ui/Card.tsx';
import { currentLanguage } from '../../i18n/language.ts';
import { Carousel } from './Carousel.tsx';
import { type CarouselMode, carouselMode } from './carousel-mode.ts';
import { type Coupon, cardStyle, discountOf, inOrder, mostSaved, type Offers, termsOf, type Years } from './offers.ts';
import { PackageCardView } from './PackageCardView.tsx';
import style from './packages.module.css';
import { TermToggle } from './TermToggle.tsx';
import { useContainerWidth } from './use-container-width.ts';

type Props = {
  offers: Offers;
  coupons: readonly Coupon[];
  invited: boolean;
  /** The package the co-parent chose; null when that is not known. */
  coParentPackageId: number | null;
  /** The package whose press is being carried out. */
  waitingFor: number | null;
  onSelect: (card: PackageCard) => void;
};

/** All packages of a person: terms, cards, offer. Both parents choose with it. */
export function PackageChoice({ offers, coupons, invited, coParentPackageId, waitingFor, onSelect }: Props) {
  const { pricingGroupName: pricingGroup, packages, offerEndsAt } = offers;
  const { experiments } = bootData();
  const [container, containerWidth] = useContainerWidth<HTMLDivElement>();
  const { signupId, subscriptionLength } = useChooser();
  const [wanted, setWanted] = useState<Years>(subscriptionLength ?? 1);
  const terms = termsOf(packages);
  const term = terms.find(({ years }) => years === wanted) ?? terms[0];
  const cards = inOrder(term?.cards ?? [], experiments);
  const mode: CarouselMode =
    containerWidth === null ? { layout: 'grid' } : carouselMode({ containerWidth, pricingGroup, invited, packagesPerTerm: cards.length });
  const discounts = new Map(cards.map((card) => [card.id, discountOf(card, coupons, signupId)]));
  const look = cardStyle({ pricingGroup, experiments, hasCoupons: [...discounts.values()].some((discount) => discount !== null) });
  const folded = mode.layout === 'carousel' && mode.cardsInView === 1;
  const slides = cards.map((card) => ({
    key: card.id,
    content: (
      <PackageCardView
        card={card}
        look={look}
        discount={discounts.get(card.id) ?? null}
        taxInside={card.includedTaxName && taxNames[card.includedTaxName]()}
        coParentsChoice={card.id === coParentPackageId}
        folded={folded}
        waiting={waitingFor === card.id}
        onSelect={() => waitingFor === null && onSelect(card)}
      />
    ),
  }));
  return (
    <div className={style.choice} ref={container}>
      {offerEndsAt !== null && <OfferEnd at={offerEndsAt} />}
      {terms.length > 1 && <TermToggle years={term?.years ?? 1} saved={mostSaved(packages)} onChange={setWanted} />}
      {mode.layout === 'carousel' ? (
        <Carousel key={wanted} label={m.packages_list()} slides={slides} cardsInView={mode.cardsInView} peek={mode.peek} />
      ) : (
        <ul className={style.grid} data-cards={cards.length} aria-label={m.packages_list()}>
          {slides.map(({ key, content }) => (
            <li key={key} className={style.cell}>
              {content}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const taxNames = { VAT: m.tax_vat, GST: m.tax_gst, IVA: m.tax_iva };

function useChooser() {
  const signupId = useJoinSession((session) => session.signupId);
  const subscriptionLength = useJoinSession((session) => session.subscriptionLength);
  return { signupId, subscriptionLength };
}

/** Until when the offer runs: a date and no countdown, nobody is to be hurried. */
function OfferEnd({ at }: { at: string }) {
  const date = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
  return (
    <Notice>
      <p>{m.packages_offer_ends({ date })}</p>
    </Notice>
  );
}
