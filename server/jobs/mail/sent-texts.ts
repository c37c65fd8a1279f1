import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import type { TextFate } from '../../db/tables/running.ts';

/** `about`: id of the text's subject. There is one text per kind and subject, however often it is tried. */
export type TextKey = {
  kind:
    | 'phone-code'
    | 'email-code'
    | 'recovery-code'
    | 'recovery-username'
    | 'factor-reset'
    | 'ownership-code'
    | 'ownership';
  about: string;
};
type Dependencies = { db: Db; clock: Clock };

const left: ReadonlySet<TextFate> = new Set(['SENT', 'DELIVERED', 'UNDELIVERED']);

const idOf = ({ kind, about }: TextKey) => `${kind}.${about}`;

/** Records the result of a text, replacing that of an earlier try unless it was sent or refused. */
export async function recordTextFate(
  { db, clock }: Dependencies,
  { userId, fate, providerId = null, ...key }: TextKey & { userId: string; fate: TextFate; providerId?: string | null },
): Promise<void> {
  const id = idOf(key);
  await sql`
    with known as (select from sent_texts where text_id = ${id}),
      changed as (update sent_texts set fate = ${fate}, at = ${clock.now()}, provider_id = ${providerId}
        where text_id = ${id} and fate not in ('SENT', 'DELIVERED', 'UNDELIVERED', 'REFUSED'))
    insert into sent_texts (text_id, kind, user_id, fate, at, provider_id)
      select ${id}, ${key.kind}, ${userId}::uuid, ${fate}, ${clock.now()}, ${providerId}
        where not exists (select from known)
      on conflict do nothing`.execute(db);
}

/** Whether a text has gone out: the queue may deliver its job twice. */
export async function wasSent(db: Db, key: TextKey): Promise<boolean> {
  const row = await db.selectFrom('sentTexts').select('fate').where('textId', '=', idOf(key)).executeTakeFirst();
  return row !== undefined && left.has(row.fate);
}

/** Marks a text that has become useless as given up. One that was held back stays so. */
export async function abandonText({ db, clock }: Dependencies, key: TextKey): Promise<void> {
  await db
    .updateTable('sentTexts')
    .set({ fate: 'GIVEN_UP', at: clock.now() })
    .where('textId', '=', idOf(key))
    .where('fate', '=', 'NOT_TAKEN')
    .execute();
}
