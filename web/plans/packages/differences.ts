import type { PackageCard } from '#contract/api/packages.ts';

type Card = Pick<PackageCard, 'primaryFeatures' | 'secondaryFeatures'>;

const featuresOf = ({ primaryFeatures, secondaryFeatures }: Card) => [
  ...primaryFeatures.features,
  ...secondaryFeatures.features,
];

/** Names of what every one of the plans has; with one plan alone nothing is compared. */
export function sharedFeatures(cards: readonly Card[]): ReadonlySet<string> {
  const [first, ...others] = cards.map((card) => featuresOf(card).map(({ featureName }) => featureName));
  if (!first || others.length === 0) return new Set();
  return new Set(first.filter((name) => others.every((names) => names.includes(name))));
}

/** What a plan has and not every one of them, in its card's words and order. */
export function differencesOf(card: Card, shared: ReadonlySet<string>): string[] {
  return featuresOf(card)
    .filter(({ featureName }) => !shared.has(featureName))
    .map(({ featureText }) => featureText);
}
