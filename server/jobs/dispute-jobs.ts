import { dayIn } from '#contract/fields/day.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { paidPlanName, termsForMail } from '../checkout/receipt.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { paymentDisputed } from '../mail-templates/templates/payment-disputed.ts';
import type { PlanOutlook } from '../mail-templates/templates/plan-outlook.ts';
import { compareDisputes as compare } from '../payment-events/compare-disputes.ts';
import { phaseOf } from '../payments/dispute.ts';
import { readDispute } from '../payments/dispute-repository.ts';
import { type Order, readOrder } from '../payments/order-repository.ts';
import { plansAhead } from '../plans/plan-outlook.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { subscriptionsPaidBy } from '../subscriptions/unpaid-terms.ts';
import type { Job, JobDependencies } from './job.ts';
import { deliverMail } from './mail/deliver-mail.ts';
import { links } from './mail/links.ts';

/** Compares disputes with the gateway's every night, in case a report was lost. */
export const compareDisputes: Job = {
  run: async (dependencies) => {
    const { unmatched, reversed } = await compare(dependencies);
    if (unmatched.length > 0) dependencies.log.warn({ unmatched }, 'disputes match no order');
    if (reversed.length > 0) dependencies.log.warn({ reversed }, 'dispute decision reversed');
  },
};

const isProfessional = ({ role }: User) => role === 'PROFESSIONAL';

/** A parent's dispute concerns every plan they pay for; a professional's, whose plans never renew, those it paid. */
async function plansOf(
  dependencies: JobDependencies,
  { reader, order }: { reader: User; order: Order<StoredQuote> },
): Promise<PlanOutlook[]> {
  if (!isProfessional(reader)) return plansAhead(dependencies, { reader });
  return plansAhead(dependencies, { reader, only: await subscriptionsPaidBy(dependencies.db, order) });
}

/** Tells only the payer. Not sent if the dispute has changed again, because each change has its own job. */
export const sendDisputeChanged: Job<{
  disputeId: string;
  phase: 'HELD' | 'STANDS' | 'RETURNED';
  /** Only part of the payment was charged back. */
  planStays?: boolean;
}> = {
  run: async (dependencies, { disputeId, phase, planStays = false }) => {
    const { db } = dependencies;
    const dispute = await readDispute(db, disputeId);
    const order = dispute?.orderId ? await readOrder<StoredQuote>(db, dispute.orderId) : null;
    const reader = order && (await readUser(db, order.userId));
    if (!dispute || !order || !reader || phaseOf(dispute) !== phase) return;
    const { language } = reader;
    const { terms } = await termsForMail(db, { order, payer: reader });
    await deliverMail(dependencies, reader, {
      // The consequences of a part, and then of the rest, are mailed separately.
      dedupeKey: `dispute.${disputeId}.${phase}${planStays ? '.part' : ''}`,
      template: paymentDisputed,
      props: {
        firstName: reader.firstName,
        phase,
        plans: await plansOf(dependencies, { reader, order }),
        isParent: !isProfessional(reader),
        amount: formatCents(dispute.amountCents),
        returned: dispute.returnedCents === 0 ? null : formatCents(dispute.returnedCents),
        planName: paidPlanName(order, { terms, language }),
        invoiceNumber: formatDocumentNumber(order.invoice),
        paidOn: dayIn(order.createdAt, order.timeZone),
        billingUrl: links(dependencies, reader).billing,
        restartUrl: links(dependencies, reader).restart,
      },
    });
  },
};
