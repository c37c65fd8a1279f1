import type { priceInvite as priceRoute } from '#contract/api/invites/invites.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { ExperimentsIn } from '../catalog/offered-list.ts';
import type { PriceList } from '../catalog/pricing-group.ts';
import { type OrderQuote, type QuoteDependencies, type QuoteRequest, quoteOrder } from '../checkout/quote-order.ts';
import type { Language } from '../db/schema.ts';
import { familyPricingGroup } from '../identity/family-repository.ts';
import { addressOf, type User } from '../identity/user-repository.ts';
import { codeUserOf } from '../pricing/code-user.ts';
import { presentQuote } from '../pricing/quote.ts';
import { noOffer } from '../pricing/referrer.ts';
import type { Refusal } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { type InviteAccess, type OpenInviteProblem, openInvite } from './open-invite.ts';

export type InviteQuoteDependencies = QuoteDependencies & { makeToken: TokenMaker };
type InviteSelection = {
  order: OrderDetail;
  typedCodes: readonly string[];
  address: QuoteRequest['address'];
  experimentsIn: ExperimentsIn;
};

/** Prices an order for an invited parent: from the family's price list, and never for two. */
export async function quoteForInvited(
  dependencies: InviteQuoteDependencies,
  { user, ...selection }: InviteSelection & { user: User },
): Promise<OrderQuote | Refusal<'PACKAGE_NOT_OFFERED' | 'VALIDATION'>> {
  const { phoneCountryCode, phoneNumber } = user;
  const inviterPriceList = (await familyPricingGroup(dependencies.db, user.familyId ?? '')) as PriceList;
  const buyer = { phoneCountryCode, phoneNumber, inviterPriceList };
  return quoteOrder(dependencies, {
    ...selection,
    buyer,
    timeZone: user.timeZone ?? 'UTC',
    payForCoParent: false,
    offer: noOffer,
    codeUser: codeUserOf(dependencies.makeToken, { subjectId: user.id, ...user }),
  });
}

type PriceInviteParams = {
  access: InviteAccess;
  body: BodyOf<typeof priceRoute>;
  language: Language;
  experimentsIn: ExperimentsIn;
};

/** The price of the displayed order, by the stored address if none is sent. */
export async function priceInvite(
  dependencies: InviteQuoteDependencies,
  { access, body, language, experimentsIn }: PriceInviteParams,
): Promise<AnswerOf<typeof priceRoute> | Refusal<'PACKAGE_NOT_OFFERED' | 'VALIDATION' | OpenInviteProblem>> {
  const open = await openInvite(dependencies, access);
  if ('refused' in open) return open;
  const { user } = open;
  const { orderDetail, paymentCodes } = body;
  const quoted = await quoteForInvited(dependencies, {
    user,
    order: orderDetail,
    typedCodes: paymentCodes,
    address: body.address ?? addressOf(user),
    experimentsIn,
  });
  if ('refused' in quoted) return quoted;
  return {
    ...presentQuote(quoted.quote, { language, refusedCodes: quoted.refusedCodes }),
    request: { orderDetail, payForCoparent: false, paymentCodes },
  };
}
