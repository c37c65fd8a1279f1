import { formatCents } from '#contract/fields/money.ts';
import { addressOf, hasJoined, readUser, type User } from '../../identity/user-repository.ts';
import {
  planCovered,
  planNotCovered,
  renewalAlone,
  renewalForBoth,
} from '../../mail-templates/templates/renewal-cover.ts';
import { renewalPrice } from '../../plans/renew-subscription.ts';
import { chargeDay } from '../../plans/renewal-due.ts';
import { coveredBy } from '../../subscriptions/renewal-cover-repository.ts';
import { readSubscription, type Subscription } from '../../subscriptions/subscription-repository.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';
import { renewalFacts, renewalOf } from './renewal-mail-facts.ts';

/**
 * Whether a renewal also pays for the co-parent has changed: tells its payer and, once they have joined, the co-parent,
 * who learns neither who pays nor how. Not sent after the opposite was decided.
 */
export const sendRenewalCover: Job<{
  subscriptionId: string;
  userId: string;
  version: number;
  covers: boolean;
}> = {
  run: async (dependencies, { subscriptionId, userId, version, covers }) => {
    const { db, clock } = dependencies;
    const [subscription, reader] = await Promise.all([readSubscription(db, subscriptionId), readUser(db, userId)]);
    if (!subscription || !reader || !hasJoined(reader.status)) return;
    const coParentId = await coveredBy(db, subscription);
    const pays = userId === subscription.payerUserId;
    if (covers !== (pays ? coParentId !== null : coParentId === userId)) return;
    const dedupeKey = `renewal-cover.${subscriptionId}.${version}.${userId}.${covers}`;
    const props = { firstName: reader.firstName, billingUrl: links(dependencies, reader).billing };
    if (!covers)
      return deliverMail(dependencies, reader, { dedupeKey, template: pays ? renewalAlone : planNotCovered, props });
    const renewsOn = await chargeDay(db, { subscription, at: clock.now() });
    if (!pays)
      return deliverMail(dependencies, reader, {
        dedupeKey,
        template: planCovered,
        props: { ...props, from: renewsOn },
      });
    const facts = await factsForBoth(dependencies, { subscription, payer: reader });
    return deliverMail(dependencies, reader, {
      dedupeKey,
      template: renewalForBoth,
      props: { ...props, renewsOn, ...facts },
    });
  },
};

async function factsForBoth(
  dependencies: JobDependencies,
  { subscription, payer }: { subscription: Subscription; payer: User },
) {
  const quoted = await renewalOf(dependencies, { subscription, payer });
  const alone = await renewalPrice(dependencies, { subscription, address: addressOf(payer), payForCoParent: false });
  return {
    ...(await renewalFacts(dependencies, { subscription, payer, quoted })),
    alone: formatCents(alone.quote.priced.total),
  };
}
