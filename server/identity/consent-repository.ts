import type { Selectable } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database, Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';

export type Consent = { terms: boolean; marketing: boolean; textVersion: string; form: string };

/**
 * The proof of each consent of a parent who pays: which text, in which language, when, in which country, on which form.
 * Rows are only added.
 */
export async function recordConsents(
  trx: Trx,
  {
    userId,
    consent,
    country,
    language,
    at,
  }: { userId: string; consent: Consent; country: string; language: string; at: Date },
): Promise<void> {
  const { terms, marketing, textVersion, form } = consent;
  // Renewal terms are beside the Pay button everywhere; clicking it is the consent to them.
  const consents = { TERMS: terms, RENEWAL: true, MARKETING: marketing } as const;
  const rows = (['TERMS', 'RENEWAL', 'MARKETING'] as const).map((kind) => ({
    id: newId(at),
    userId,
    kind,
    given: consents[kind],
    textVersion,
    language,
    country,
    form,
    recordedAt: at,
  }));
  await trx.insertInto('consents').values(rows).execute();
}

type NewConsent = {
  userId: string;
  kind: Selectable<Database['consents']>['kind'];
  given: boolean;
  textVersion: string;
  form: string;
  country: string;
  language: string;
  at: Date;
};

/** Records a consent that was given or withdrawn apart from a payment. */
export async function recordConsent(db: DbOrTrx, { at, ...consent }: NewConsent): Promise<void> {
  await db
    .insertInto('consents')
    .values({ ...consent, id: newId(at), recordedAt: at })
    .execute();
}

/** Whether the user's latest decision on the terms was yes. */
export async function hasAgreedToTerms(db: DbOrTrx, userId: string): Promise<boolean> {
  const latest = await db
    .selectFrom('consents')
    .select('given')
    .where('userId', '=', userId)
    .where('kind', '=', 'TERMS')
    .orderBy('recordedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.given ?? false;
}

const latestColumns = ['kind', 'given', 'textVersion', 'language', 'country', 'recordedAt'] as const;

/** A user's latest decision on each kind of consent. */
export async function latestConsents(db: DbOrTrx, userId: string): Promise<Row<'consents', typeof latestColumns>[]> {
  return db
    .selectFrom('consents')
    .distinctOn('kind')
    .select(latestColumns)
    .where('userId', '=', userId)
    .orderBy('kind')
    .orderBy('recordedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Withdraws every consent of a user, where the person who gave them may be another one than from now on. */
export async function withdrawConsents(
  trx: Trx,
  { userId, form, at }: { userId: string; form: string; at: Date },
): Promise<void> {
  const given = (await latestConsents(trx, userId)).filter((consent) => consent.given);
  for (const { kind, textVersion, country, language } of given)
    await recordConsent(trx, { userId, kind, given: false, textVersion, country, language, form, at });
}
