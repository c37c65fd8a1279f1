import { listed } from '#contract/account/paid-for.ts';
import type { RenewalPlan } from '#contract/api/account.ts';
import { lostParts } from '../catalog/entitlements.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { currentPlan } from '../checkout/price-choice.ts';
import type { ChosenPlan } from '../checkout/quote-renewal.ts';
import type { Language } from '../db/schema.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

type AheadParams = { subscription: Subscription; next: ChosenPlan; language: Language };

/** The plan after a renewal in words, with its term and options, and what its holder would no longer have. */
export function planAhead(
  catalog: Catalog,
  { subscription, next, language }: AheadParams,
): Pick<RenewalPlan, 'planName' | 'losses'> {
  const target = currentPlan(catalog, next);
  const name = target.package.texts[language].receiptText;
  const options = target.options
    .filter(({ priceCents }) => priceCents > 0)
    .map(({ texts }) => texts[language].description);
  return {
    planName: options.length === 0 ? name : `${name}: ${listed(options, language)}`,
    losses: lostParts(catalog, { current: currentPlan(catalog, subscription), target, language }),
  };
}
