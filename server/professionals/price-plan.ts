import type { Quote } from '#contract/api/prices.ts';
import type { listCasePackages, pricePlan as priceRoute } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { offeredList } from '../catalog/offered-list.ts';
import { packageCards } from '../catalog/package-cards.ts';
import type { PriceList } from '../catalog/pricing-group.ts';
import { type OrderQuote, type QuoteDependencies, type QuoteRequest, quoteOrder } from '../checkout/quote-order.ts';
import type { Address } from '../db/schema.ts';
import { isSoldIn, type Sellers } from '../documents/sellers.ts';
import type { User } from '../identity/user-repository.ts';
import { presentQuote } from '../pricing/quote.ts';
import { noOffer } from '../pricing/referrer.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type CaseFamily, type CaseParent, familyOf, withPeople } from './case-repository.ts';
import { practiceAddress, readProfessional } from './professional-repository.ts';
import type { ProfessionalParams } from './view-cases.ts';

type PlanSelection = BodyOf<typeof priceRoute>;
export type PlanRequest = ProfessionalParams & { familyId: string; experiments: Partial<ExperimentStates> };
export type PricedPlan = OrderQuote & { user: User; parentIds: string[] };

type Buying = Pick<QuoteRequest, 'buyer' | 'experimentsIn'> & { user: User; address: Address };

export type PlanDependencies = QuoteDependencies & { sellers: Sellers };

/** The price list from which a professional buys for a family: one rule for the cards and the price. */
async function buyingFor(
  { db, sellers }: PlanDependencies,
  { professionalId, familyId, experiments }: PlanRequest,
): Promise<(Buying & { family: CaseFamily }) | Refusal<'COUNTRY_MISMATCH' | 'NOT_FOUND'>> {
  const [family, professional] = await Promise.all([
    familyOf(db, { professionalId, familyId }),
    readProfessional(db, professionalId),
  ]);
  if (!family || !professional) return refuse('NOT_FOUND');
  const { user } = professional;
  const address = practiceAddress(user);
  if (!isSoldIn(sellers, address.country)) return refuse('COUNTRY_MISMATCH');
  const { phoneCountryCode, phoneNumber } = user;
  const buyer = { phoneCountryCode, phoneNumber, inviterPriceList: family.pricingGroup as PriceList };
  return { family, user, address, buyer, experimentsIn: async () => experiments };
}

/** The plans that can be paid for here. Build-your-own is left to parents: it consists of their own options. */
export async function casePackages(
  dependencies: PlanDependencies,
  { language, ...request }: PlanRequest,
): Promise<AnswerOf<typeof listCasePackages> | Refusal<'COUNTRY_MISMATCH' | 'NOT_FOUND'>> {
  const [buying, catalog] = await Promise.all([
    buyingFor(dependencies, { ...request, language }),
    dependencies.readCatalog(),
  ]);
  if ('refused' in buying) return buying;
  const { country } = buying.address;
  const { list, experiments } = await offeredList(catalog, { ...buying, country });
  const cards = packageCards(list, { catalog, language, experiments });
  return { packages: cards.filter(({ buildYourOwn }) => !buildYourOwn), billingCountry: country };
}

/** Prices a plan for one parent or both of a family, taxed where the professional is. */
export async function priceForParents(
  dependencies: PlanDependencies,
  { selection, ...request }: PlanRequest & { selection: PlanSelection },
): Promise<
  PricedPlan | Refusal<'COUNTRY_MISMATCH' | 'NOT_FOUND' | 'PACKAGE_NOT_OFFERED' | 'PARENT_HAS_PLAN' | 'VALIDATION'>
> {
  const { db } = dependencies;
  const found = await buyingFor(dependencies, request);
  if ('refused' in found) return found;
  const { family, user, ...buying } = found;
  const [ownCase] = await withPeople(db, [family]);
  const parentIds = [...new Set(selection.parentIds)];
  const refusal = refusedParents(ownCase?.parents ?? [], parentIds);
  if (refusal) return refusal;
  const quoted = await quoteOrder(dependencies, {
    ...buying,
    order: { packageId: selection.packageId, productId: null, services: [] },
    payForCoParent: parentIds.length === 2,
    typedCodes: [],
    timeZone: user.timeZone ?? 'UTC',
    offer: noOffer,
  });
  return 'refused' in quoted ? quoted : { ...quoted, user, parentIds };
}

function refusedParents(
  parents: readonly CaseParent[],
  requestedIds: readonly string[],
): Refusal<'NOT_FOUND' | 'PARENT_HAS_PLAN'> | null {
  const chosen = requestedIds.map((id) => parents.find(({ user }) => user.id === id));
  if (chosen.some((parent) => parent === undefined)) return refuse('NOT_FOUND');
  return chosen.some((parent) => parent?.subscription) ? refuse('PARENT_HAS_PLAN') : null;
}

export async function pricePlan(
  dependencies: PlanDependencies,
  request: PlanRequest & { selection: PlanSelection },
): Promise<
  Quote | Refusal<'COUNTRY_MISMATCH' | 'NOT_FOUND' | 'PACKAGE_NOT_OFFERED' | 'PARENT_HAS_PLAN' | 'VALIDATION'>
> {
  const priced = await priceForParents(dependencies, request);
  return 'refused' in priced ? priced : presentQuote(priced.quote, { language: request.language });
}
