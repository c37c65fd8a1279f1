import { hasJoined, readUser } from '../../identity/user-repository.ts';
import { renewalChosen, renewalChosenFor } from '../../mail-templates/templates/renewal-choice.ts';
import { planAhead } from '../../plans/plan-ahead.ts';
import { chargeDay } from '../../plans/renewal-due.ts';
import { readSubscription } from '../../subscriptions/subscription-repository.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';
import { renewalFacts, renewalOf } from './renewal-mail-facts.ts';

/**
 * Somebody chose what a subscription renews to, or returned to the plan held: tells its payer what it costs, and a
 * holder for whom somebody else pays what they will have. Not sent after a further change, which has its own mail.
 */
export const sendRenewalChoice: Job<{ subscriptionId: string; userId: string; version: number }> = {
  run: async (dependencies, { subscriptionId, userId, version }) => {
    const { db, clock } = dependencies;
    const [subscription, reader] = await Promise.all([readSubscription(db, subscriptionId), readUser(db, userId)]);
    if (!reader || subscription?.version !== version || !hasJoined(reader.status)) return;
    const payer = await readUser(db, subscription.payerUserId);
    if (!payer) return;
    const quoted = await renewalOf(dependencies, { subscription, payer });
    const { billing: billingUrl } = links(dependencies, reader);
    const renewsOn = await chargeDay(db, { subscription, at: clock.now() });
    const shared = { firstName: reader.firstName, renewsOn, billingUrl };
    const dedupeKey = `renewal-choice.${subscriptionId}.${version}.${userId}`;
    if (userId === payer.id)
      return deliverMail(dependencies, reader, {
        dedupeKey,
        template: renewalChosen,
        props: { ...shared, ...(await renewalFacts(dependencies, { subscription, payer, quoted })) },
      });
    const next = planAhead(await dependencies.readCatalog(), { subscription, next: quoted, language: reader.language });
    return deliverMail(dependencies, reader, { dedupeKey, template: renewalChosenFor, props: { ...shared, ...next } });
  },
};
