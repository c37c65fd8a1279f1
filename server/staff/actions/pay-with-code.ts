import * as z from 'zod/mini';
import { formatCents } from '#contract/money.ts';
import { payableByCode, payWithCode as pay } from '../../account/pay-with-code.ts';
import { isRefusal } from '../../refusal.ts';
import { aboutPerson } from '../action.ts';

const code = {
  kind: 'text',
  name: 'activationCode',
  label: 'Activation code',
  hint: 'Twelve letters and figures, as they read it to you.',
  most: 20,
  private: true,
} as const;

/** Instead of a charge, for a plan that somebody pays for themselves. */
export const payWithCode = aboutPerson({
  inputs: z.strictObject({ activationCode: z.string() }),
  offer: async (db, known) => {
    const payable = await payableByCode(db, known);
    if (!payable) return [];
    const { kind, subscription } = payable;
    const does =
      kind === 'RENEWAL'
        ? [
            `The year from ${subscription.periodEnd} on is paid with the code now, at the price of the renewal. Nothing is charged for it, and what was declined is settled.`,
            'It renews a year later as before, and they are mailed 30 and 7 days ahead.',
          ]
        : [
            'The plan they had begins again today, for a year that the code pays at today’s price, and then ends: it does not renew.',
          ];
    const told = 'They are mailed the receipt. Nobody else learns of it.';
    const whole = 'The code has to be worth the whole year; otherwise nothing is done. What is left stays on it.';
    return [{ subject: subscription.id, sentences: [...does, whole, told], inputs: [code] }];
  },
  effect: async (trx, { user, subject: subscriptionId, inputs: { activationCode: typed }, at, dependencies }) => {
    const paid = await pay(trx, dependencies, { user, subscriptionId, typed, at });
    if (isRefusal(paid)) return paid;
    return [
      { label: 'Paid', value: `From ${paid.from} until ${paid.until}` },
      { label: 'Left on the code', value: formatCents(paid.leftCents) },
    ];
  },
});
