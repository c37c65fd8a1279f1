import type { priceInvite as priceRoute } from '#contract/api/invites.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { familyPricingGroup } from '../accounts/family-repository.ts';
import { addressOf, type User } from '../accounts/user-repository.ts';
import { type OrderQuote, type QuoteDependencies, type QuoteRequest, quoteOrder } from '../checkout/quote-order.ts';
import type { Language } from '../db/schema.ts';
import { presentQuote } from '../pricing/quote.ts';
import { noOffer } from '../pricing/referrer.ts';
import { type Refusal, refuseFields } from '../refusal.ts';
import { type InviteAccess, openInvite } from './open-invite.ts';

type Wish = { order: OrderDetail; typedCodes: readonly string[]; address: QuoteRequest['address']; experiments: Partial<ExperimentStates> };

/** Prices an order for an invited parent: from the inviter's price list alone, and never for two. */
export async function quoteForInvited(
  dependencies: QuoteDependencies,
  { user, ...wish }: Wish & { user: User },
): Promise<OrderQuote | Refusal> {
  const quoted = await quoteOrder(dependencies, { ...wish, payForCoParent: false, offer: noOffer });
  if ('refused' in quoted) return quoted;
  const offered = await familyPricingGroup(dependencies.db, user.familyId ?? '');
  return quoted.choice.package.priceList === offered ? quoted : refuseFields({ field: 'order.packageId', code: 'required' });
}

type Asked = { access: InviteAccess; body: BodyOf<typeof priceRoute>; language: Language; experiments: ExperimentStates };

/** A price for the order as it stands on the screen, by the saved address when none is sent. */
export async function priceInvite(
  dependencies: QuoteDependencies,
  { access, body, language, experiments }: Asked,
): Promise<AnswerOf<typeof priceRoute> | Refusal> {
  const open = await openInvite(dependencies, access);
  if ('refused' in open) return open;
  const { user } = open;
  const { orderDetail, paymentCodes } = body;
  const quoted = await quoteForInvited(dependencies, {
    user,
    order: orderDetail,
    typedCodes: paymentCodes,
    address: body.address ?? addressOf(user),
    experiments,
  });
  if ('refused' in quoted) return quoted;
  const refusedCodes = quoted.refusedCodes.map((refused) => ({ ...refused, text: fieldErrorText(refused.reason, language) }));
  return { ...presentQuote(quoted.quote, { language, refusedCodes }), request: { orderDetail, payForCoparent: false, paymentCodes } };
}
