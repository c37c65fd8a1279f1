import type { OrderDetail } from '#contract/api/prices.ts';
import { type Choice, chooseOptions } from '../catalog/choose-options.ts';
import { type Buyer, type ExperimentsIn, offeredList } from '../catalog/offered-list.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Address } from '../db/schema.ts';
import type { TaxPort } from '../gateways/tax/port.ts';
import { maskActivationCode, normaliseActivationCode } from '../pricing/activation-code.ts';
import { type ActivationCode, isWorthATerm } from '../pricing/activation-code-repository.ts';
import { batchAllows } from '../pricing/code-batch-repository.ts';
import type { CodeUser } from '../pricing/code-user.ts';
import { type Coupon, type CouponOrder, type CouponVerdict, couponDiscount, couponVerdict } from '../pricing/coupon.ts';
import { automaticCoupons, findCoupon, isUsedUpBy } from '../pricing/coupon-repository.ts';
import { findActivationCode } from '../pricing/find-activation-code.ts';
import { type AvailableCode, priceBeforeTax } from '../pricing/price-order.ts';
import type { RefusedCode } from '../pricing/quote.ts';
import type { LinkOffer } from '../pricing/referrer.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import type { Refusal } from '../refusal.ts';
import { anniversary, purchaseDay } from '../subscriptions/calendar.ts';
import { fullTermCents, pricedItems, priceTerm, taxedPrice, textsOf, yearlyChoice } from './price-choice.ts';

export type QuoteDependencies = { db: Db; clock: Clock; readCatalog: () => Promise<Catalog>; tax: TaxPort };
export type QuoteRequest = {
  order: OrderDetail;
  payForCoParent: boolean;
  /** Codes as typed: activation codes and promo codes alike. */
  typedCodes: readonly string[];
  /** The payer's (IANA name), which determines the day on which a term begins. */
  timeZone: string;
  /** Where the person lives; null until the address is known. */
  address: Pick<Address, 'country' | 'region' | 'postalCode'> | null;
  /** The offer of the sign-up's discount link. */
  offer: LinkOffer;
  /** Whose price list applies; only its packages are sold. */
  buyer: Buyer;
  experimentsIn: ExperimentsIn;
  /** Who redeems the codes, as far as known. */
  codeUser?: CodeUser;
};
export type OrderQuote = { quote: StoredQuote; choice: Choice; refusedCodes: RefusedCode[] };

/** Prices an order with the current catalogue, coupons, codes and taxes. */
export async function quoteOrder(
  dependencies: QuoteDependencies,
  request: QuoteRequest,
): Promise<OrderQuote | Refusal<'PACKAGE_NOT_OFFERED' | 'VALIDATION'>> {
  const { clock, readCatalog } = dependencies;
  const catalog = await readCatalog();
  const offered = await offeredList(catalog, { ...request, country: request.address?.country ?? null });
  const choice = chooseOptions(catalog, { ...offered, order: request.order });
  if ('refused' in choice) return choice;
  const { found, coupon, refusedCodes } = await readCodes(dependencies, request, choice);
  const { codes, refused } = await usableCodes(dependencies, { request, found, catalog, choice });
  refusedCodes.push(...refused);
  const before = priceBeforeTax({
    ...pricedItems(choice),
    payForCoParent: request.payForCoParent,
    coupon: coupon && couponInput(coupon),
  });
  const priced = await taxedPrice(dependencies, { before, codes, address: request.address });
  const yearly = await priceTerm(dependencies, { choice: yearlyChoice(catalog, choice), address: request.address });
  const renewal = {
    amountCents: yearly.total * peopleIn(request),
    date: anniversary(purchaseDay(clock.now(), request.timeZone), choice.package.years),
  };
  const quote = { priced, texts: textsOf(choice, coupon), renewal };
  return { quote, choice, refusedCodes };
}

const peopleIn = ({ payForCoParent }: QuoteRequest) => (payForCoParent ? 2 : 1);

function couponInput(coupon: Coupon) {
  const { id, code, referrerKey } = coupon;
  return {
    id,
    code,
    ...(referrerKey === null ? {} : { referrerKey }),
    discountOn: (subTotal: number) => couponDiscount(coupon, subTotal),
  };
}

type TypedCode = { code: ActivationCode; typed: string };

/**
 * What a code can pay of this order: its balance, or a term of its package at its user's price, including tax if the
 * code was paid for.
 */
export async function availableCode(
  dependencies: Pick<QuoteDependencies, 'clock' | 'tax'>,
  {
    code,
    typed,
    catalog,
    choice,
    address,
  }: TypedCode & Pick<QuoteRequest, 'address'> & { catalog: Catalog; choice: Choice },
): Promise<AvailableCode> {
  const identity = {
    id: code.id,
    typed,
    masked: maskActivationCode(typed),
    // Only the codes of a bundle were paid for; those from staff and free years are granted.
    ...(code.bundleId === null && { given: true as const }),
  };
  const term = isWorthATerm(code) ? termOf(catalog, { ...code, priceList: choice.package.priceList }) : null;
  if (term === null) return { ...identity, remainingCents: code.remainingCents };
  const year = await priceTerm(dependencies, { choice: { package: term, options: [] }, address });
  const total = identity.given ? year.subTotalAfterDiscount : year.total;
  // Not `amountCents`: an earlier attempt, which was declined, may have set that to the term's price in that order.
  const worthCents = Math.min(total, code.mostCents ?? total);
  return { ...identity, remainingCents: worthCents, worthCents };
}

/** The package with this term in the buyer's price list, or in the general list if the buyer's has none. */
function termOf(
  { packages }: Catalog,
  { packageName, years, priceList }: Pick<ActivationCode, 'packageName' | 'years'> & { priceList: string },
): Choice['package'] | null {
  const terms = packages.filter((each) => each.packageName === packageName && each.years === years);
  return terms.find((each) => each.priceList === priceList) ?? terms.find((each) => each.priceList === 'P0') ?? null;
}

type UsableCodesParams = { request: QuoteRequest; found: readonly TypedCode[]; catalog: Catalog; choice: Choice };

/**
 * What each code can pay, without the codes of a batch whose limit is reached. A personal code pays for its person
 * alone: an order for two is refunded and charged back in halves, so that it would pay a part of the other's.
 */
async function usableCodes(
  dependencies: QuoteDependencies,
  { request, found, catalog, choice }: UsableCodesParams,
): Promise<{ codes: AvailableCode[]; refused: RefusedCode[] }> {
  const codes: AvailableCode[] = [];
  const refused: RefusedCode[] = [];
  const { address, codeUser: user = null } = request;
  const batchesInOrder: (string | null)[] = [];
  for (const one of found) {
    const { batchId, holderId } = one.code;
    if (holderId !== null && request.payForCoParent) refused.push({ code: one.typed, reason: 'code_for_one' });
    else if (await batchAllows(dependencies.db, { batchId, batchesInOrder, user })) {
      codes.push(await availableCode(dependencies, { ...one, catalog, choice, address }));
      batchesInOrder.push(batchId);
    } else refused.push({ code: one.typed, reason: 'code_used_up' });
  }
  return { codes, refused };
}

async function readCodes({ db, clock }: QuoteDependencies, request: QuoteRequest, choice: Choice) {
  const { typedCodes, offer, address, codeUser: user = null } = request;
  const at = clock.now();
  const found: TypedCode[] = [];
  const automatic = await automaticCoupons(db, { offer, at });
  const { referrer } = automatic;
  const coupons: Coupon[] = [];
  const refusedCodes: RefusedCode[] = [];
  const subTotalCents = fullTermCents(choice) * peopleIn(request);
  const order = {
    packageName: choice.package.packageName,
    years: choice.package.years,
    country: address?.country ?? null,
    subTotalCents,
    at,
  };
  for (const typed of new Set(typedCodes)) {
    const activation = await findActivationCode(db, { typed, user, at });
    if (activation.ok) {
      if (!found.some(({ code }) => code.id === activation.code.id)) found.push({ code: activation.code, typed });
      continue;
    }
    const coupon = activation.reason === 'activation_code' ? await findCoupon(db, { code: typed, referrer }) : null;
    const verdict = coupon && (await verdictFor(db, { coupon, referrer, order, user }));
    if (coupon && verdict === 'ok') coupons.push(coupon);
    else
      refusedCodes.push({
        code: typed,
        reason: verdict && verdict !== 'ok' ? verdict : unknownReason(typed, activation.reason),
      });
  }
  for (const coupon of automatic.coupons)
    if ((await verdictFor(db, { coupon, referrer, order, user })) === 'ok') coupons.push(coupon);
  return { found, coupon: best(coupons, subTotalCents), refusedCodes };
}

async function verdictFor(
  db: Db,
  { order, ...use }: Parameters<typeof isUsedUpBy>[1] & { order: CouponOrder },
): Promise<CouponVerdict> {
  const verdict = couponVerdict(use.coupon, order);
  return verdict === 'ok' && (await isUsedUpBy(db, use)) ? 'code_used_up' : verdict;
}

function unknownReason(typed: string, reason: RefusedCode['reason']): RefusedCode['reason'] {
  return reason === 'activation_code' && normaliseActivationCode(typed) === null ? 'promo_code' : reason;
}

/** Coupons are not combined: the one with the largest discount on the whole order applies. */
function best(coupons: readonly Coupon[], subTotalCents: number): Coupon | null {
  const [first = null] = coupons.toSorted(
    (one, other) => couponDiscount(other, subTotalCents) - couponDiscount(one, subTotalCents),
  );
  return first;
}
