/** A statement of a transaction that has failed already. */
const transactionFailed = '25P02';

/**
 * Runs parts of one transaction that need nothing from each other: their statements reach PostgreSQL together, which
 * costs both sides a third of asking one by one. Waits for every part, even once one has failed: a statement sent after
 * the rollback would be committed alone. Throws what failed first, not what it made fail.
 */
export async function sendTogether<const Parts extends readonly unknown[]>(
  parts: Parts,
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  const ended = await Promise.allSettled(parts);
  const failures = ended
    .filter(({ status }) => status === 'rejected')
    .map((each) => (each as PromiseRejectedResult).reason as unknown);
  if (failures.length > 0) throw failures.find((reason) => codeOf(reason) !== transactionFailed) ?? failures[0];
  return ended.map((each) => (each as PromiseFulfilledResult<unknown>).value) as {
    -readonly [Part in keyof Parts]: Awaited<Parts[Part]>;
  };
}

const codeOf = (reason: unknown): unknown => (reason instanceof Error && 'code' in reason ? reason.code : undefined);
