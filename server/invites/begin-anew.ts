import type { Trx } from '../db/pool.ts';
import { withdrawConsents } from '../identity/consent-repository.ts';
import { forgetReach } from '../identity/reach.ts';
import { endEveryToken } from '../identity/single-use-token.ts';
import { forgetRefusedPayers } from '../payments/forget-refused-payers.ts';
import { hideFeeWaiverTexts } from '../pricing/fee-waiver-repository.ts';

/** What an invited person enters, as before they have. */
export const untyped = {
  phoneCountryCode: '',
  phoneNumber: '',
  timeZone: null,
  line1: null,
  line2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
} as const;

/**
 * Somebody begins anew in another browser. They may be another person: what was typed before goes, nothing that was
 * agreed to binds them, the account will never show it, and the links to credentials end.
 */
export async function beginAnew(db: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...untyped, updatedAt: at })
    .where('id', '=', userId)
    .execute();
  await forgetReach(db, userId);
  await withdrawConsents(db, { userId, form: 'invite-begun-anew', at });
  await forgetRefusedPayers(db, { purpose: 'INVITE', subjectId: userId });
  await hideFeeWaiverTexts(db, userId);
  await endEveryToken(db, { userId, at });
}
