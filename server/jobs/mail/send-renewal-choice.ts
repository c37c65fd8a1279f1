import { isDeepStrictEqual } from 'node:util';
import type { Day } from '#contract/fields/day.ts';
import { hasJoined, readUser } from '../../identity/user-repository.ts';
import { renewalChosen, renewalChosenFor } from '../../mail-templates/templates/renewal-choice.ts';
import { planAhead } from '../../plans/plan-ahead.ts';
import { chargeDay } from '../../plans/renewal-due.ts';
import { planOnly } from '../../plans/renewal-mails.ts';
import { readRenewalChoice } from '../../subscriptions/renewal-choice-repository.ts';
import { readSubscription } from '../../subscriptions/subscription-repository.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';
import { renewalFacts, renewalOf } from './renewal-mail-facts.ts';

/**
 * Somebody chose what a subscription renews to, or returned to the plan held: tells its payer what it costs, and a
 * holder for whom somebody else pays what they will have. Not sent once the renewal buys something else or does not
 * take place, which has its own mail; other changes of the plan meanwhile do not keep this one back.
 */
export const sendRenewalChoice: Job<{
  subscriptionId: string;
  userId: string;
  version: number;
  periodStart: Day;
  /** Null: the plan held. */
  chosen: { packageId: number; services: string[] } | null;
}> = {
  run: async (dependencies, { subscriptionId, userId, version, periodStart, chosen }) => {
    const { db, clock } = dependencies;
    const [subscription, reader] = await Promise.all([readSubscription(db, subscriptionId), readUser(db, userId)]);
    if (!subscription || !reader || !hasJoined(reader.status)) return;
    const { state, autoRenew, payerUserId } = subscription;
    const isConcerned = userId === payerUserId || userId === subscription.userId;
    if (state !== 'CURRENT' || !autoRenew || !isConcerned || subscription.periodStart !== periodStart) return;
    const current = await readRenewalChoice(db, subscription);
    if (!isDeepStrictEqual(current && planOnly(current), chosen)) return;
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
