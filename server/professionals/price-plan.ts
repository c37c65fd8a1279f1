import type { listCasePackages, pricePlan as priceRoute } from '#contract/api/professional-cases.ts';
import type { Quote } from '#contract/api/prices.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { isServedCountry } from '#contract/countries.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import type { User } from '../identity/user-repository.ts';
import { packageCards } from '../catalog/package-cards.ts';
import type { PriceList } from '../catalog/pricing-group.ts';
import { type OrderQuote, type QuoteDependencies, quoteOrder } from '../checkout/quote-order.ts';
import { presentQuote } from '../pricing/quote.ts';
import { noOffer } from '../pricing/referrer.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type CaseParent, familyOf, withPeople } from './case-repository.ts';
import { practiceAddress, readProfessional } from './professional-repository.ts';
import type { ProfessionalParams } from './view-cases.ts';

type PlanSelection = BodyOf<typeof priceRoute>;
export type PlanRequest = ProfessionalParams & { familyId: string; experiments: Partial<ExperimentStates> };
export type PricedPlan = OrderQuote & { user: User; parentIds: string[] };

/** The plans of the family's price list. Build-your-own is left to parents: it consists of their own options. */
export async function casePackages(
  { db, readCatalog }: QuoteDependencies,
  { professionalId, familyId, language, experiments }: PlanRequest,
): Promise<AnswerOf<typeof listCasePackages> | Refusal<'NOT_FOUND'>> {
  const [family, professional, catalog] = await Promise.all([
    familyOf(db, { professionalId, familyId }),
    readProfessional(db, professionalId),
    readCatalog(),
  ]);
  if (!family || !professional) return refuse('NOT_FOUND');
  const cards = packageCards(family.pricingGroup as PriceList, { catalog, language, experiments });
  return {
    packages: cards.filter(({ buildYourOwn }) => !buildYourOwn),
    billingCountry: practiceAddress(professional.user).country,
  };
}

/** Prices a plan for one parent or both of a family, taxed where the professional is. */
export async function priceForParents(
  dependencies: QuoteDependencies,
  { selection, ...request }: PlanRequest & { selection: PlanSelection },
): Promise<
  PricedPlan | Refusal<'COUNTRY_MISMATCH' | 'NOT_FOUND' | 'PACKAGE_NOT_OFFERED' | 'PARENT_HAS_PLAN' | 'VALIDATION'>
> {
  const { db } = dependencies;
  const { professionalId, familyId, experiments } = request;
  const [family, professional] = await Promise.all([
    familyOf(db, { professionalId, familyId }),
    readProfessional(db, professionalId),
  ]);
  if (!family || !professional) return refuse('NOT_FOUND');
  const [found] = await withPeople(db, [family]);
  const parentIds = [...new Set(selection.parentIds)];
  const refusal = refusedParents(found?.parents ?? [], parentIds);
  if (refusal) return refusal;
  const address = practiceAddress(professional.user);
  if (!isServedCountry(address.country)) return refuse('COUNTRY_MISMATCH');
  const { phoneCountryCode, phoneNumber } = professional.user;
  const order = { packageId: selection.packageId, productId: null, services: [] };
  const quoted = await quoteOrder(dependencies, {
    order,
    payForCoParent: parentIds.length === 2,
    typedCodes: [],
    address,
    timeZone: professional.user.timeZone ?? 'UTC',
    offer: noOffer,
    buyer: { phoneCountryCode, phoneNumber, inviterPriceList: family.pricingGroup as PriceList },
    experimentsIn: async () => experiments,
  });
  if ('refused' in quoted) return quoted;
  return { ...quoted, user: professional.user, parentIds };
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
  dependencies: QuoteDependencies,
  request: PlanRequest & { selection: PlanSelection },
): Promise<
  Quote | Refusal<'COUNTRY_MISMATCH' | 'NOT_FOUND' | 'PACKAGE_NOT_OFFERED' | 'PARENT_HAS_PLAN' | 'VALIDATION'>
> {
  const priced = await priceForParents(dependencies, request);
  return 'refused' in priced ? priced : presentQuote(priced.quote, { language: request.language });
}
