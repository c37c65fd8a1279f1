import { type ReactNode, Suspense } from 'react';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { ControlledCollapse } from '#web/ui/Accordion.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import type { Fold } from './PackageCards.tsx';
import style from './packages.module.css';

/** Loads on demand: prices and buttons need not wait for the explanations. */
const Tooltip = lazyPart(async () => ({ default: (await import('#web/ui/tooltip/Tooltip.tsx')).Tooltip }));

type Group = PackageCard['primaryFeatures'];

/** The details of a card, collapsible on small screens (specification 2.6). */
export function Details({ fold, children }: { fold: Fold | null; children: ReactNode }) {
  if (!fold) return children;
  return (
    <ControlledCollapse showLabel={m.packages_expand()} hideLabel={m.packages_collapse()} {...fold}>
      {children}
    </ControlledCollapse>
  );
}

const noFeatures: ReadonlySet<string> = new Set();

/** A package's features, the most important first, each with an explanation. `hidden`: names left out. */
export function Features({ card, hidden = noFeatures }: { card: PackageCard; hidden?: ReadonlySet<string> }) {
  const [primary, secondary] = [card.primaryFeatures, card.secondaryFeatures].map(({ header, features }) => ({
    header,
    features: features.filter(({ featureName }) => !hidden.has(featureName)),
  })) as [Group, Group];
  if (primary.features.length + secondary.features.length === 0) return <p>{m.packages_no_difference()}</p>;
  return (
    <div className={layout.part}>
      <FeatureGroup group={primary} />
      <FeatureGroup group={secondary} />
    </div>
  );
}

function FeatureGroup({ group: { header, features } }: { group: Group }) {
  if (features.length === 0) return null;
  return (
    <div>
      <h3 className={style.featureHeader}>{header}</h3>
      <ul className={style.featureList}>
        {features.map((feature) => (
          <li key={feature.featureName} className={style.feature}>
            <Icon className={style.tick} path="m3.5 9.5 4 4 7-9" size={18} />
            <span>
              {feature.featureText}{' '}
              {feature.newFeature && <span className={style.new}>{m.packages_new_feature()}</span>}
            </span>
            <Suspense fallback={<span className={style.tooltipPlace} />}>
              <Tooltip about={feature.featureText} header={feature.tooltip.header} text={feature.tooltip.text} />
            </Suspense>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The add-ons of build-your-own with their prices, on its card (experiment price-in-build-your-own). */
export function OptionPrices({ card }: { card: PackageCard }) {
  const sold = card.options.filter(({ price }) => price > 0);
  if (sold.length === 0) return null;
  return (
    <div>
      <h3 className={style.featureHeader}>{m.packages_option_prices()}</h3>
      <dl className={style.optionPrices}>
        {sold.map(({ optionCode, description, priceFormatted }) => (
          <div key={optionCode}>
            <dt>{description}</dt>
            <dd>{m.packages_option_price({ price: priceFormatted })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
