import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { after, minutes } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import type { SingleUseToken } from '../identity/single-use-token.ts';
import type { TokenMaker } from '../secret.ts';

export const phoneCodeLifeMs = minutes(10);

/** The six digits of a token: derived from its id, so that they are stored nowhere and a repeated text has them too. */
export function textedCode(makeToken: TokenMaker, tokenId: string): string {
  const bytes = Buffer.from(makeToken('TEXTED_CODE', tokenId), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Stored with a token whose code was texted on request. */
const texted = { texted: true } as const;
export const wasTexted = ({ data }: Pick<SingleUseToken, 'data'>): boolean => data['texted'] === true;

/** The text promises ten minutes, also when it leaves shortly before its link ends. */
export async function keepForCode(trx: Trx, { tokenId, at }: { tokenId: string; at: Date }): Promise<void> {
  await trx
    .updateTable('singleUseTokens')
    .set({
      data: sql`data || ${JSON.stringify(texted)}::jsonb`,
      expiresAt: sql`greatest(expires_at, ${after(at, phoneCodeLifeMs)})`,
    })
    .where('id', '=', tokenId)
    .where('usedAt', 'is', null)
    .execute();
}

/** Whether a code is that of a token. Each has five tries; after the last none is accepted. */
export async function isTextedCode(
  trx: Trx,
  { makeToken, tokenId, code }: { makeToken: TokenMaker; tokenId: string; code: string },
): Promise<boolean> {
  const counted = await trx
    .updateTable('singleUseTokens')
    .set((eb) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('id', '=', tokenId)
    .where('triesLeft', '>', 0)
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined && timingSafeEqual(Buffer.from(textedCode(makeToken, tokenId)), Buffer.from(code));
}
