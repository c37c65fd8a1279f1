import { enqueueReceipt } from '../checkout/enqueue-receipt.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import type { Completion } from '../checkout/settle-payment.ts';
import { lockUnpaidOrder } from '../payments/unpaid-order-repository.ts';
import { storeActivationCodes } from '../pricing/activation-code-repository.ts';
import type { TokenMaker } from '../secret.ts';
import { codesOf } from './code-bundle.ts';
import { lockBundle } from './code-bundle-repository.ts';
import { completePaidAgain } from './complete-paid-again.ts';
import { recordTerms } from './record-terms.ts';

/** Activates the codes of a paid bundle. */
export function codeBundleCompletion({ makeToken }: { makeToken: TokenMaker }): Completion<'CODE_BUNDLE'> {
  return {
    isWanted: async (trx, { attempt, purchase: { inPlaceOf, professionalId } }) =>
      inPlaceOf === undefined
        ? (await lockBundle(trx, { bundleId: attempt.subjectId, professionalId }))?.state === 'DRAFT'
        : (await lockUnpaidOrder(trx, inPlaceOf)) !== null,
    approved: async (trx, settled) => {
      const { attempt, purchase, at } = settled;
      const { professionalId, inPlaceOf } = purchase;
      if (inPlaceOf !== undefined) return completePaidAgain(trx, { settled, inPlaceOf });
      const bundle = await lockBundle(trx, { bundleId: attempt.subjectId, professionalId });
      if (!bundle) throw new Error('Payment attempt without a code bundle');
      const orderId = await insertPaidOrder(trx, { settled, userId: professionalId, familyId: null });
      await trx.updateTable('codeBundles').set({ state: 'PAID', paidAt: at }).where('id', '=', bundle.id).execute();
      const codes = codesOf({ makeToken, bundleId: bundle.id, size: bundle.size });
      await storeActivationCodes(trx, { codes, amountCents: bundle.faceCents, bundleId: bundle.id, at });
      await recordTerms(trx, settled);
      await enqueueReceipt(trx, orderId);
    },
    refused: async () => undefined,
  };
}
