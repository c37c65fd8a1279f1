import { sql } from 'kysely';
import { id } from '#contract/fields/fields.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { liftReports } from '../../identity/returned-mail.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

type Address = { hash: Buffer; userId: string | null };

/** Parses a row's key in the queue: the hash of the address, and the user if there is one. */
function addressIn(subject: string): Address | null {
  const [, hash = '', userId = ''] = /^((?:[0-9a-f]{2})+)\.(.*)$/.exec(subject) ?? [];
  if (hash === '' || (userId !== '' && !id.safeParse(userId).success)) return null;
  return { hash: Buffer.from(hash, 'hex'), userId: userId === '' ? null : userId };
}

const ofAddress = ({ hash, userId }: Address) =>
  sql<boolean>`address_hash = ${hash} and user_id is not distinct from ${userId}`;

/** After a spam complaint mails resume only at the user's own request. */
async function bounced(db: DbOrTrx, subject: string): Promise<Address | null> {
  const address = addressIn(subject);
  if (!address) return null;
  const row = await db
    .selectFrom('suppressedAddresses')
    .select('cause')
    .where(ofAddress(address))
    .where('cause', 'in', ['SOFT', 'HARD'])
    .executeTakeFirst();
  return row ? address : null;
}

/** Resumes mails to an address from which mails were returned. */
export const mailAddressAgain = subjectAction({
  offer: async (db, { subject }) =>
    (await bounced(db, subject))
      ? [
          {
            subject,
            sentences: [
              "The next email to this account's address is sent again. If it is returned too, the address is listed here again.",
              "What was held back in the meantime stays unsent: email it again from the person's page.",
              nothingSent,
            ],
          },
        ]
      : [],
  owner: async (_, subject) => addressIn(subject)?.userId ?? null,
  effect: async (trx, { subject }) => {
    const address = await bounced(trx, subject);
    if (!address) return;
    await liftReports(trx, address);
  },
});
