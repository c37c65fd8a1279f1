import type { Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import type { TokenMaker } from '../secret.ts';
import { activationCodeOf } from './activation-code.ts';
import { codeRow } from './activation-code-repository.ts';
import type { CodeBatch } from './code-batch-repository.ts';

type NewBatch = Omit<CodeBatch, 'id' | 'createdAt' | 'downloadedAt' | 'withdrawnAt'> & { at: Date };

/** The codes of a batch, derived: they can be shown once, and are stored in no table. */
export const codesOfBatch = (makeToken: TokenMaker, { id, size }: Pick<CodeBatch, 'id' | 'size'>): string[] =>
  Array.from({ length: size }, (_, position) => activationCodeOf(makeToken('BATCH_CODE', `${id}:${position}`)));

/** Creates a batch with its codes, not shown to anybody yet. Returns its id. */
export async function storeBatch(trx: Trx, { at, ...batch }: NewBatch, makeToken: TokenMaker): Promise<string> {
  const id = newId(at);
  await trx
    .insertInto('codeBatches')
    .values({ ...batch, id, createdAt: at })
    .execute();
  const { packageName, years, expiresAt, eachCents: amountCents } = batch;
  const ofEach = { packageName, years, expiresAt, batchId: id };
  const codes = codesOfBatch(makeToken, { id, size: batch.size });
  await trx
    .insertInto('activationCodes')
    .values(
      codes.map((code) => ({ ...codeRow({ code, amountCents, bundleId: null, at, reusable: false }), ...ofEach })),
    )
    .execute();
  return id;
}
