import type { previewAddress as previewRoute } from '#contract/api/profile.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { isServedCountry } from '#contract/fields/countries.ts';
import { formatCents } from '#contract/fields/money.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Address } from '../db/schema.ts';
import { saveOwn } from '../identity/own-details.ts';
import { addressOf, asInvited, readUser } from '../identity/user-repository.ts';
import { addressIssues } from '../lookups/address-rules.ts';
import { type RenewDependencies, renewalPrice } from '../plans/renew-subscription.ts';
import { nextChargeDay } from '../plans/renewal-due.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type Subscription, subscriptionsHeldOrPaidBy } from '../subscriptions/subscription-repository.ts';
import { changeOwn, type OwnSession } from './change-own.ts';
import { coParentOf } from './co-parent-invite-view.ts';

export type NewAddress = { address: Address; timeZone: string };
type Preview = AnswerOf<typeof previewRoute>;
type AddressChange = { session: OwnSession } & NewAddress;

const fieldOf = (field: string) => (field === 'parent.timeZone' ? 'timeZone' : field);

function refusedAddress({ address, timeZone }: NewAddress): Refusal<'VALIDATION'> | null {
  const issues = addressIssues({ ...address, timeZone }).map(({ field, code }) => ({ field: fieldOf(field), code }));
  return issues.length > 0 ? refuse('VALIDATION', { fields: issues }) : null;
}

/**
 * The price of a user's renewals at their current address and at another, because tax depends on it. A parent's must be
 * where we sell: what they pay for is billed there.
 */
export async function previewAddress(
  dependencies: RenewDependencies,
  { session, ...newAddress }: AddressChange,
): Promise<Preview | Refusal<'COUNTRY_MISMATCH' | 'NOT_SIGNED_IN' | 'VALIDATION'>> {
  const refused = refusedAddress(newAddress);
  if (refused) return refused;
  const { db } = dependencies;
  const user = await readUser(db, session.user.id);
  if (!user) return refuse('NOT_SIGNED_IN');
  if (user.role !== 'PROFESSIONAL' && !isServedCountry(newAddress.address.country)) return refuse('COUNTRY_MISMATCH');
  const paid = (await subscriptionsHeldOrPaidBy(db, user.id)).filter(
    ({ payerUserId, state, autoRenew }) => payerUserId === user.id && state === 'CURRENT' && autoRenew,
  );
  const coParent = await coParentOf(db, user);
  const renewals = paid.map(async (subscription) => ({
    heldBy: subscription.userId === user.id ? null : coParent ? asInvited(coParent).firstName : '',
    before: await priceAt(dependencies, { subscription, address: addressOf(user) }),
    after: await priceAt(dependencies, { subscription, address: newAddress.address }),
  }));
  return { renewals: await Promise.all(renewals) };
}

async function priceAt(
  dependencies: RenewDependencies,
  { subscription, address }: { subscription: Subscription; address: Address | null },
) {
  const { quote } = await renewalPrice(dependencies, { subscription, address });
  const { total, taxAmount: tax } = quote.priced;
  return {
    total,
    totalFormatted: formatCents(total),
    tax,
    taxFormatted: formatCents(tax),
    on: await nextChargeDay(dependencies.db, { subscription, at: dependencies.clock.now() }),
  };
}

/**
 * Saves another address once its owner has seen the renewals' prices there: `totals`, as shown. Issued invoices keep
 * their address. Renewals that waited for a first address are charged.
 */
export async function changeOwnAddress(
  dependencies: RenewDependencies,
  { totals, ...change }: AddressChange & { totals: readonly number[] },
): Promise<Refusal<'COUNTRY_MISMATCH' | 'NOT_SIGNED_IN' | 'ACCOUNT_FROZEN' | 'VALIDATION' | 'CONFLICT'> | null> {
  const preview = await previewAddress(dependencies, change);
  if ('refused' in preview) return preview;
  const currentTotals = preview.renewals.map(({ after }) => after?.total ?? 0);
  if (JSON.stringify(currentTotals) !== JSON.stringify(totals)) return refuse('CONFLICT');
  const { session, address, timeZone } = change;
  return changeOwn(dependencies, { session, kind: 'ADDRESS_CHANGED' }, async (trx, { user, at }) => {
    if (JSON.stringify(addressOf(user)) === JSON.stringify(address) && user.timeZone === timeZone) return false;
    await saveOwn(trx, { user, at, ...address, timeZone });
    // By a job, because charges lock plans before people.
    if (addressOf(user) === null) await enqueue(trx, { name: 'charge-waiting-renewals', payload: { userId: user.id } });
    return true;
  });
}
