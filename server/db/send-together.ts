/** PostgreSQL's code for statements after a failed one. */
const transactionFailed = '25P02';

/**
 * Runs independent parts of one transaction, whose statements are sent without waiting for each other's response. Waits
 * for every part even if one has failed: a statement sent after the rollback would be committed on its own. Throws the
 * original error, not the errors that it caused.
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
