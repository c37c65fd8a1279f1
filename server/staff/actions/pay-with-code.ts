import * as z from 'zod/mini';
import { formatCents } from '#contract/fields/money.ts';
import * as codes from '../../plans/pay-with-code.ts';
import { isRefusal } from '../../refusal.ts';
import { personAction } from '../action.ts';

const code = {
  kind: 'text',
  name: 'activationCode',
  label: 'Activation code',
  hint: '12 letters and numbers, as they read it to you.',
  most: 20,
  private: true,
} as const;

/** Pays a renewal with a code instead of a charge, for a plan that its holder pays for. */
export const payWithCode = personAction({
  inputs: z.strictObject({ activationCode: z.string() }),
  offer: async (db, known) => {
    const payable = await codes.payableByCode(db, known);
    if (!payable) return [];
    const { kind, subscription } = payable;
    const effectSentence =
      kind === 'RENEWAL'
        ? [
            `The year from ${subscription.periodEnd} on is paid with the code now, at the price of the renewal. Nothing is charged for it, and what was declined is settled.`,
            'Before that day it is a year of the plan they have, whatever they chose for the renewal.',
            'It renews a year later as before, and they are emailed 30 and 7 days before.',
          ]
        : [
            "The plan they had restarts today, for a year that the code pays at today's price. Then it ends: it does not renew.",
          ];
    const mailSentence = 'They are emailed the receipt. No one else finds out.';
    const fullYearSentence =
      'The code has to be worth the whole year; otherwise nothing is done. What is left stays on it.';
    return [
      { subject: subscription.id, sentences: [...effectSentence, fullYearSentence, mailSentence], inputs: [code] },
    ];
  },
  effect: async (trx, { user, subject: subscriptionId, inputs: { activationCode: typed }, at, dependencies }) => {
    const paid = await codes.payWithCode(trx, dependencies, {
      user,
      subscriptionId,
      typed,
      field: 'inputs.activationCode',
      form: 'staff-code',
      cents: null,
      at,
    });
    if (isRefusal(paid)) return paid;
    const { periodStart: from, periodEnd: until } = paid.quoted.period;
    return [
      { label: 'Paid', value: `From ${from} until ${until}` },
      { label: 'Left on the code', value: formatCents(paid.leftCents) },
    ];
  },
});
