import { holdersToPayer, listed } from '#contract/account/paid-for.ts';
import { isExpiredOn } from '#contract/fields/card-expiry.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import type { RenewalQuote } from '../../checkout/quote-renewal.ts';
import { mayNameOthers } from '../../identity/proven-email.ts';
import { addressOf, asInvited, readUser, type User } from '../../identity/user-repository.ts';
import { type PaidWith, paidWith } from '../../mail-templates/formats.ts';
import { hasOpenDispute } from '../../payments/dispute-repository.ts';
import { backupMethod, defaultMethod, methodForRenewals } from '../../payments/payment-method-repository.ts';
import { refreshPaymentMethod } from '../../plans/methods/refresh-payment-method.ts';
import { planAhead } from '../../plans/plan-ahead.ts';
import { heldBy, planNameOf } from '../../plans/plan-holder.ts';
import { renewalPriceChange } from '../../plans/price-change.ts';
import { renewalPrice } from '../../plans/renew-subscription.ts';
import { closesBeforeCharge } from '../../plans/renewal-due.ts';
import { renewalLinkSecret } from '../../plans/renewal-link.ts';
import { taxLines } from '../../pricing/quote.ts';
import type { StoredQuote } from '../../pricing/stored-quote.ts';
import { coveredBy } from '../../subscriptions/renewal-cover-repository.ts';
import type { Subscription } from '../../subscriptions/subscription-repository.ts';
import type { JobDependencies } from '../job.ts';
import { links } from './links.ts';
import { withoutNames } from './without-names.ts';

export type ReminderContext = { subscription: Subscription; reader: User };

export async function methodOf({ db }: JobDependencies, userId: string): Promise<PaidWith> {
  const method = await methodForRenewals(db, userId);
  return method ? paidWith(method) : { type: 'NONE' };
}

/** The backup that a renewal can be charged to after the default method; null if it is the only one. */
async function agreedBackup(
  { db }: JobDependencies,
  { payerUserId, periodEnd }: Subscription,
): Promise<PaidWith | null> {
  const backup = await backupMethod(db, payerUserId);
  if ((await defaultMethod(db, payerUserId)) === null) return null;
  return backup?.backupAgreedAt && !isExpiredOn(backup, periodEnd) ? paidWith(backup) : null;
}

/** Where to add a payment method for a renewal: if none is stored, or (`orExpiring`) if the card expires before it. */
export async function addMethodUrl(
  dependencies: JobDependencies,
  { subscription: { periodEnd }, reader }: ReminderContext,
  { orExpiring }: { orExpiring: boolean },
): Promise<string | null> {
  const method = await methodForRenewals(dependencies.db, reader.id);
  const isNeeded = method === null || (orExpiring && isExpiredOn(method, periodEnd));
  return isNeeded ? links(dependencies, reader).paymentMethod : null;
}

/** A bank may have replaced the cards since they were stored. */
export async function refreshMethods(dependencies: JobDependencies, userId: string): Promise<void> {
  const [method, backup] = [await defaultMethod(dependencies.db, userId), await backupMethod(dependencies.db, userId)];
  for (const one of [method, backup?.backupAgreedAt ? backup : null])
    if (one) await refreshPaymentMethod(dependencies, one.id);
}

export async function holderOf(
  { db }: JobDependencies,
  { subscription, reader }: ReminderContext,
): Promise<string | null> {
  const holder = await heldBy(db, { subscription, readerId: reader.id, language: reader.language });
  // Also in the plan's name.
  return mayNameOthers(reader) ? holder : withoutNames({ heldBy: holder }, reader.language).heldBy;
}

/** What a renewal buys, with its term and options, and its holder if that is not the reader. */
export async function planOf(
  dependencies: JobDependencies,
  { quote, ...context }: ReminderContext & { quote: StoredQuote },
): Promise<{ planName: string; heldBy: string | null }> {
  const { language } = context.reader;
  const name = quote.texts.package[language];
  const options = quote.priced.options.map((option) => quote.texts.options[option.name]?.[language] ?? option.name);
  const holder = quote.priced.payForCoParent
    ? await bothOf(dependencies, context)
    : await holderOf(dependencies, context);
  return {
    planName: planNameOf(options.length === 0 ? name : `${name}: ${listed(options, language)}`, holder),
    heldBy: quote.priced.payForCoParent ? null : holder,
  };
}

/** `you and Joe`: for whom a renewal of the reader's own plan pays. */
async function bothOf({ db }: JobDependencies, { subscription, reader }: ReminderContext): Promise<string> {
  const { language } = reader;
  const coParentId = await coveredBy(db, subscription);
  const coParent = coParentId !== null && mayNameOthers(reader) ? await readUser(db, coParentId) : null;
  const name = (coParent && asInvited(coParent).firstName) || m.account_the_other_parent({}, { locale: language });
  return holdersToPayer(
    [
      { name: '', own: true },
      { name, own: false },
    ],
    language,
  );
}

export function cancelUrl(dependencies: JobDependencies, { subscription, reader }: ReminderContext): string {
  return links(dependencies, reader).cancelRenewal({
    subscriptionId: subscription.id,
    secret: renewalLinkSecret(dependencies.makeToken, { subscription, payer: reader }),
  });
}

/** Not while a bank decides a dispute, nor if the payer closes the account before. */
export const willBeCharged = async (
  { db, clock }: Pick<JobDependencies, 'db' | 'clock'>,
  subscription: Subscription,
): Promise<boolean> =>
  !(await hasOpenDispute(db, subscription.payerUserId)) &&
  !(await closesBeforeCharge(db, { subscription, at: clock.now() }));

type PayersRenewal = { subscription: Subscription; payer: User };

export const renewalOf = (dependencies: JobDependencies, { subscription, payer }: PayersRenewal) =>
  renewalPrice(dependencies, { subscription, address: addressOf(payer) });

/** What a year of the plan held costs its holder who goes on, whatever its payer chose for a renewal. */
export const yearPrice = (dependencies: JobDependencies, { subscription, reader }: ReminderContext) =>
  renewalPrice(dependencies, {
    subscription: { ...subscription, payerUserId: reader.id },
    address: addressOf(reader),
    choice: null,
    payForCoParent: false,
  });

export async function priceOf(dependencies: JobDependencies, renewal: PayersRenewal) {
  return (await renewalOf(dependencies, renewal)).quote;
}

/** A renewal's amount, and what each year after it costs if it is for two years. */
export const amountsOf = ({ quote, years }: RenewalQuote) => ({
  amount: formatCents(quote.priced.total),
  yearlyAmount: years === 2 ? formatCents(quote.renewal.amountCents) : null,
});

/** What a renewal buys: its plan, term and price, and what its holder has today and would no longer have. */
export async function renewalFacts(
  dependencies: JobDependencies,
  { subscription, payer, quoted }: PayersRenewal & { quoted: RenewalQuote },
) {
  const { quote, years } = quoted;
  const { language } = payer;
  const next = planAhead(await dependencies.readCatalog(), { subscription, next: quoted, language });
  return {
    ...(await planOf(dependencies, { quote, subscription, reader: payer })),
    ...amountsOf(quoted),
    taxes: taxLines(quote, language),
    change: await renewalPriceChange(dependencies.db, { subscription, quote, years }),
    losses: next.losses,
    paymentMethod: await methodOf(dependencies, payer.id),
    backupMethod: await agreedBackup(dependencies, subscription),
    cancelUrl: cancelUrl(dependencies, { subscription, reader: payer }),
  };
}
