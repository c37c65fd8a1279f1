import { recordConsents } from '../accounts/consent-repository.ts';
import type { Completion } from '../checkout/settle-payment.ts';
import { enqueue } from '../db/job-queue.ts';
import { insertOrder } from '../payments/order-repository.ts';
import { storeActivationCodes } from '../pricing/activation-code-repository.ts';
import type { TokenMaker } from '../secret.ts';
import type { BundlePurchase } from './buy-code-bundle.ts';
import { codesOf } from './code-bundle.ts';
import { lockBundle } from './code-bundle-repository.ts';

/** Makes the codes of a paid bundle work. */
export function codeBundleCompletion({ makeToken }: { makeToken: TokenMaker }): Completion {
  return {
    approved: async (trx, { attempt, outcome, at }) => {
      const { professionalId, quote, consent, country, language, order } = attempt.purchase as BundlePurchase;
      const bundle = await lockBundle(trx, { bundleId: attempt.subjectId, professionalId });
      if (!bundle) throw new Error('A payment attempt belongs to no code bundle');
      const approved = outcome.outcome === 'approved' ? outcome : null;
      const orderId = await insertOrder(trx, {
        attemptId: attempt.id,
        purpose: 'CODE_BUNDLE',
        userId: professionalId,
        familyId: null,
        packageId: order.packageId,
        productId: null,
        services: [],
        payForCoParent: false,
        quote,
        totalCents: quote.priced.total,
        taxCents: 0,
        country,
        language,
        transactionId: approved?.transactionId ?? null,
        paymentMethod: approved?.paymentMethod ?? null,
        at,
      });
      await trx.updateTable('codeBundles').set({ state: 'PAID', paidAt: at }).where('id', '=', bundle.id).execute();
      const codes = codesOf({ makeToken, bundleId: bundle.id, size: bundle.size });
      await storeActivationCodes(trx, { codes, amountCents: bundle.faceCents, bundleId: bundle.id, at });
      await recordConsents(trx, { userId: professionalId, consent, country, language, at });
      await enqueue(trx, { name: 'send-receipt', payload: { orderId }, key: `receipt:${orderId}` });
    },
    refused: async () => undefined,
  };
}
