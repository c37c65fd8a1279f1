import type { listAvailableCoupons } from '#contract/api/packages.ts';
import type { calculatePrice } from '#contract/api/prices.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { Language } from '#contract/fields/languages.ts';
import type { ExperimentsIn } from '../catalog/offered-list.ts';
import { availableCouponsOf } from '../checkout/available-coupons.ts';
import { type QuoteDependencies, quoteOrder } from '../checkout/quote-order.ts';
import { presentQuote } from '../pricing/quote.ts';
import type { Refusal } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { openRegistration, type RegistrationAccess } from './open-registration.ts';
import { buyerOf, coParentOf, offerOf, userOfCodes } from './pay-registration.ts';

type Price = AnswerOf<typeof calculatePrice>;

/** The price of the displayed order, by the stored address if none is sent. */
export async function priceRegistration(
  dependencies: QuoteDependencies & { makeToken: TokenMaker },
  {
    access,
    body,
    language,
    experimentsIn,
  }: {
    access: RegistrationAccess;
    body: BodyOf<typeof calculatePrice>;
    language: Language;
    experimentsIn: ExperimentsIn;
  },
): Promise<Price | Refusal<'PACKAGE_NOT_OFFERED' | 'REGISTRATION_EXPIRED' | 'VALIDATION'>> {
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration) return registration;
  const { orderDetail, payForCoparent, paymentCodes } = body;
  const quoted = await quoteOrder(dependencies, {
    order: orderDetail,
    payForCoParent: payForCoparent,
    typedCodes: paymentCodes,
    address: body.address ?? registration.address,
    timeZone: registration.parent.timeZone ?? 'UTC',
    offer: offerOf(registration),
    buyer: buyerOf(registration),
    experimentsIn,
    codeUser: userOfCodes(dependencies, registration),
  });
  if ('refused' in quoted) return quoted;
  return {
    ...presentQuote(quoted.quote, {
      language,
      coParent: coParentOf(registration),
      refusedCodes: quoted.refusedCodes,
    }),
    request: { orderDetail, payForCoparent, paymentCodes },
  };
}

type Coupons = AnswerOf<typeof listAvailableCoupons>;

/** Coupons that apply automatically, with the discount of each for each package. */
export async function availableCoupons(
  dependencies: QuoteDependencies & { makeToken: TokenMaker },
  { access, language }: { access: RegistrationAccess; language: Language },
): Promise<Coupons | Refusal<'REGISTRATION_EXPIRED'>> {
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration) return registration;
  const country = registration.address?.country ?? null;
  const [offer, user] = [offerOf(registration), userOfCodes(dependencies, registration)];
  return { coupons: await availableCouponsOf(dependencies, { offer, user, country, language }) };
}
