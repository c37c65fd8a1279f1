import type { payInvite as payRoute } from '#contract/api/invites.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { addressOf, lockUser, type User } from '../accounts/user-repository.ts';
import { countryOutcome } from '../catalog/pricing-group.ts';
import { refusedPrice, refusedTerms } from '../checkout/displayed-price.ts';
import { type PaymentResult, paymentResultOf, type ResultDependencies } from '../checkout/paid-answer.ts';
import { consentTextVersion, deviceDataOf, type Purchase } from '../checkout/purchase.ts';
import type { OrderQuote, QuoteDependencies } from '../checkout/quote-order.ts';
import { type PaymentDependencies, takePayment } from '../checkout/take-payment.ts';
import type { Trx } from '../db/pool.ts';
import type { Address, Language } from '../db/schema.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfPress, repeatedPress } from '../payments/payment-attempt-repository.ts';
import { presentQuote, withoutTypedCodes } from '../pricing/quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { hasCurrentSubscription } from '../subscriptions/subscription-repository.ts';
import { type InviteAccess, openInvite, type OpenInvite } from './open-invite.ts';
import { quoteForInvited } from './price-invite.ts';

export type PayInviteDependencies = PaymentDependencies & QuoteDependencies & ResultDependencies;
export type PayInviteRequest = {
  access: InviteAccess;
  idempotencyKey: string;
  body: BodyOf<typeof payRoute>;
  language: Language;
  experiments: Partial<ExperimentStates>;
};

/** Pays for an invited parent, and for nobody else. A price that is no longer what the screen showed charges nothing. */
export async function payInvite(dependencies: PayInviteDependencies, request: PayInviteRequest): Promise<PaymentAttempt | Refusal> {
  const { access, body, idempotencyKey } = request;
  const open = await openInvite(dependencies, access);
  if ('refused' in open) return open;
  if (body.payForCoparent) return refuse('FORBIDDEN');
  const press = { purpose: 'INVITE', subjectId: open.user.id, idempotencyKey, body } as const;
  const repeated = await repeatedPress(dependencies.db, press);
  if (repeated) return repeated;
  const purchase = await preparePurchase(dependencies, open, request);
  if ('refused' in purchase) return purchase;
  const { nonce } = body.payment;
  const attempt = await takePayment(dependencies, {
    request: { ...press, purchase, source: nonce === null ? null : { nonce } },
    lock: (trx) => lockForPayment(dependencies, { trx, access }),
  });
  if ('refused' in attempt && attempt.refused === 'QUOTE_CHANGED') return requoted(dependencies, open.user, request);
  return attempt;
}

/** Serialises two browsers by the person's row, and looks again at what may have changed before it was locked. */
async function lockForPayment(
  { clock }: PayInviteDependencies,
  { trx, access }: { trx: Trx; access: InviteAccess },
): Promise<Refusal | null> {
  await lockUser(trx, access.userId);
  const open = await openInvite({ db: trx, clock }, access);
  if ('refused' in open) return open;
  return (await hasCurrentSubscription(trx, access.userId)) ? refuse('ALREADY_PAID') : null;
}

async function preparePurchase(
  dependencies: PayInviteDependencies,
  { invite, user }: OpenInvite,
  request: PayInviteRequest,
): Promise<Purchase | Refusal> {
  const address = addressOf(user);
  const { lastCompletedStep } = invite;
  if (lastCompletedStep < 1 || !address) return refuse('STEP_MISSING', { extra: { lastCompletedStep } });
  const { body, language, experiments } = request;
  const disagreed = refusedTerms({ country: address.country, agreedToTerms: body.agreedToTerms });
  if (disagreed) return disagreed;
  const quoted = await quoteOf(dependencies, user, request);
  if ('refused' in quoted) return quoted;
  const list = quoted.choice.package.priceList;
  if (countryOutcome({ list, country: address.country, ukPackages: experiments['uk-packages'] === 'treatment' }) === 'NOT_SOLD')
    return refuse('COUNTRY_MISMATCH');
  const refusal = refusedPrice({ payment: body.payment, current: presentQuote(quoted.quote, { language }) });
  return refusal ?? purchaseFrom(quoted, { user, address, request });
}

function quoteOf(dependencies: PayInviteDependencies, user: User, { body, experiments }: PayInviteRequest): Promise<OrderQuote | Refusal> {
  return quoteForInvited(dependencies, {
    user,
    order: body.order,
    typedCodes: body.promoCodes ?? [],
    address: addressOf(user),
    experiments,
  });
}

function purchaseFrom(
  quoted: OrderQuote,
  { user, address, request }: { user: User; address: Address; request: PayInviteRequest },
): Purchase {
  const { body, language } = request;
  return {
    quote: withoutTypedCodes(quoted.quote),
    order: body.order,
    payForCoParent: false,
    years: quoted.choice.package.years,
    language,
    country: address.country,
    payer: {
      customer: { id: user.gatewayCustomerId ?? user.id, firstName: user.firstName, lastName: user.lastName, email: user.email },
      billing: { ...address, line2: address.line2 || null },
      cardholderName: body.payment.cardHolderName,
      storeInVault: true,
      deviceData: deviceDataOf({ payment: body.payment, country: address.country }),
      recurring: 'first',
    },
    consent: { terms: body.agreedToTerms, marketing: body.marketingOptIn, textVersion: consentTextVersion, form: 'invite-payment-review' },
  };
}

/** Somebody took the last use of the coupon between the quote and the reservation: the price without it. */
async function requoted(dependencies: PayInviteDependencies, user: User, request: PayInviteRequest): Promise<Refusal> {
  const quoted = await quoteOf(dependencies, user, request);
  return 'refused' in quoted
    ? quoted
    : refuse('QUOTE_CHANGED', { extra: { quote: presentQuote(quoted.quote, { language: request.language }) } });
}

/** What became of a press on Pay by an invited parent, or of the latest payment, as often as somebody asks. */
export async function readInvitePayment(
  dependencies: ResultDependencies,
  { access, key, language }: { access: InviteAccess; key: string | null; language: Language },
): Promise<PaymentResult | Refusal> {
  const open = await openInvite(dependencies, access);
  if ('refused' in open) return open;
  const attempt = await attemptOfPress(dependencies.db, { purpose: 'INVITE', subjectId: open.user.id, key });
  // What paid for a plan that has ended answers for its own press alone: the person may pay again.
  const isOver = attempt?.state === 'APPROVED' && attempt.idempotencyKey !== key;
  if (isOver && !(await hasCurrentSubscription(dependencies.db, open.user.id))) return { outcome: 'NONE' };
  return attempt ? invitePaymentResult(dependencies, { attempt, language }) : { outcome: 'NONE' };
}

/** The same for one attempt. Of the co-parent it tells nothing: no address, no phone. */
export function invitePaymentResult(
  dependencies: ResultDependencies,
  { attempt, language }: { attempt: PaymentAttempt; language: Language },
): Promise<PaymentResult> {
  return paymentResultOf(dependencies, { attempt, language, coParent: null });
}
