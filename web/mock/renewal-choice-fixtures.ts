import type { RenewalCard, RenewalPlan } from '#contract/api/renewal-choices.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { RenewalChoices } from '#web/features/account/renewal-choice/selection.ts';
import { groups } from './package-fixtures.ts';

const plan = (part: Partial<RenewalPlan>): RenewalPlan => ({
  packageId: 1002,
  services: [],
  planName: 'Premium, one year',
  years: 1,
  amount: 19_800,
  amountFormatted: 'US$198.00',
  losses: [],
  ...part,
});

export const essentialsPlan = plan({
  packageId: 1001,
  planName: 'Essentials, one year',
  amount: 14_400,
  amountFormatted: 'US$144.00',
  losses: ['Tone meter', 'Recorded calls', '10 GB of file storage'],
});

/** What Premium may renew to. */
export function renewalChoices(part: Partial<RenewalChoices> = {}): RenewalChoices {
  return {
    heldBy: null,
    renewsOn: '2027-11-21',
    forBoth: false,
    asHeld: plan({}),
    chosen: null,
    pricingGroupName: 'P0',
    packages: groups.P0.map(
      (offer): RenewalCard => ({
        ...offer,
        atRenewal: { amount: offer.totalPrice, amountFormatted: formatCents(offer.totalPrice) },
        losses: offer.packageName === 'PREMIUM' ? [] : essentialsPlan.losses,
      }),
    ),
    country: 'US',
    movedTo: null,
    ...part,
  };
}
