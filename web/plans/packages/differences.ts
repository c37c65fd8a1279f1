import type { PackageCard } from '#contract/api/packages.ts';

type Card = Pick<PackageCard, 'primaryFeatures' | 'secondaryFeatures'>;

const featuresOf = ({ primaryFeatures, secondaryFeatures }: Card) => [
  ...primaryFeatures.features,
  ...secondaryFeatures.features,
];

/** Names of the features that every plan has; a single plan is not compared. */
export function sharedFeatures(cards: readonly Card[]): ReadonlySet<string> {
  const [first, ...otherFeatures] = cards.map((card) => featuresOf(card).map(({ featureName }) => featureName));
  if (!first || otherFeatures.length === 0) return new Set();
  return new Set(first.filter((name) => otherFeatures.every((names) => names.includes(name))));
}

/** A plan's features that not every plan has, in its card's words and order. */
export function differencesOf(card: Card, shared: ReadonlySet<string>): string[] {
  return featuresOf(card)
    .filter(({ featureName }) => !shared.has(featureName))
    .map(({ featureText }) => featureText);
}
