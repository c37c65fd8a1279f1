import type { changeConsent as changeRoute, readConsents as readRoute } from '#contract/api/account.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { consentTextVersion } from '../checkout/purchase.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { latestConsents, recordConsent } from '../identity/consent-repository.ts';
import type { User } from '../identity/user-repository.ts';

type View = AnswerOf<typeof readRoute>;

/**
 * The terms apply as long as the account exists, the renewal consent as long as it renews: neither can be withdrawn
 * here.
 */
const changeable: ReadonlySet<string> = new Set(['MARKETING', 'CO_PARENT_FLAG']);

export async function readOwnConsents(db: Db, userId: string): Promise<View> {
  const latest = await latestConsents(db, userId);
  return {
    consents: latest.map(({ kind, given, recordedAt, textVersion }) => ({
      kind,
      given,
      recordedAt: recordedAt.toISOString(),
      textVersion,
      mayChange: changeable.has(kind),
    })),
  };
}

/** Appends a row; earlier ones stay as proof. */
export async function changeOwnConsent(
  { db, clock }: { db: Db; clock: Clock },
  { user, body, language }: { user: User; body: BodyOf<typeof changeRoute>; language: Language },
): Promise<View> {
  const { kind, given } = body;
  const proof = { textVersion: consentTextVersion, form: 'account', country: user.country ?? '', language };
  await recordConsent(db, { userId: user.id, kind, given, ...proof, at: clock.now() });
  return readOwnConsents(db, user.id);
}
