import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { TextFate } from '../db/tables/running.ts';

/** `about`: id of what the text is about. Of one kind there is one text about it, however often it is tried. */
export type TextKey = {
  kind: 'phone-code' | 'email-code' | 'recovery-code' | 'recovery-username' | 'factor-reset';
  about: string;
};
type Dependencies = { db: Db; clock: Clock };

const idOf = ({ kind, about }: TextKey) => `${kind}.${about}`;

/** Notes what became of a text, over what an earlier try came to; what was sent or refused stays so. */
export async function recordTextFate(
  { db, clock }: Dependencies,
  { userId, fate, ...key }: TextKey & { userId: string; fate: TextFate },
): Promise<void> {
  const id = idOf(key);
  await sql`
    with known as (select from sent_texts where text_id = ${id}),
      changed as (update sent_texts set fate = ${fate}, at = ${clock.now()}
        where text_id = ${id} and fate not in ('SENT', 'REFUSED'))
    insert into sent_texts (text_id, kind, user_id, fate, at)
      select ${id}, ${key.kind}, ${userId}::uuid, ${fate}, ${clock.now()} where not exists (select from known)
      on conflict do nothing`.execute(db);
}

/** It would be of no use any more. What was held back stays so. */
export async function abandonText({ db, clock }: Dependencies, key: TextKey): Promise<void> {
  await db
    .updateTable('sentTexts')
    .set({ fate: 'GIVEN_UP', at: clock.now() })
    .where('textId', '=', idOf(key))
    .where('fate', '=', 'NOT_TAKEN')
    .execute();
}
