/** Of statements behind the one that failed. */
const transactionFailed = '25P02';

/**
 * Runs parts of one transaction that need nothing from each other: their statements reach PostgreSQL together, and each
 * does not wait for the answer to the one before. Waits for every part, even once one has failed: a statement sent
 * behind the rollback would be committed alone. Throws what failed by itself, not what it made fail.
 */
export async function sendTogether<const Parts extends readonly unknown[]>(
  parts: Parts,
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  const ended = await Promise.allSettled(parts);
  const reasons = ended.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => codeOf(reason) !== transactionFailed) ?? reasons[0];
  return Promise.all(parts);
}

const codeOf = (reason: unknown): unknown => (reason instanceof Error && 'code' in reason ? reason.code : undefined);
