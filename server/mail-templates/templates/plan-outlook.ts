import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailContext } from '../mail-document.ts';

/**
 * The outlook of a plan. `HELD`: it ends on that day unless the payer's bank decides before; `UNPAID`: unless it is
 * paid before. `heldBy`: null for the reader's own.
 */
export type PlanOutlook = { heldBy: string | null; on: Day } & (
  | { next: 'RENEWS'; amount: string }
  | { next: 'ENDS' | 'HELD' | 'UNPAID' | 'ENDED' }
);

const own = {
  RENEWS: m.mail_plan_renews,
  ENDS: m.mail_plan_ends,
  HELD: m.mail_plan_held,
  UNPAID: m.mail_plan_unpaid,
  ENDED: m.mail_plan_ended,
};
const others = {
  RENEWS: m.mail_plan_renews_other,
  ENDS: m.mail_plan_ends_other,
  HELD: m.mail_plan_held_other,
  UNPAID: m.mail_plan_unpaid_other,
  ENDED: m.mail_plan_ended_other,
};

/** One sentence about a plan: whose it is, what happens to it, when, and its price. */
export function outlookText(plan: PlanOutlook, context: MailContext): string {
  const { heldBy: name, next } = plan;
  const words = { date: longDate(plan.on, context), amount: plan.next === 'RENEWS' ? plan.amount : '' };
  return name === null ? own[next](words, context.t) : others[next]({ ...words, name }, context.t);
}
