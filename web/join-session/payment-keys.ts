import { type TabStorage, tabStorage } from '#web/site/tab-storage.ts';

/**
 * One idempotency key for each intention to pay. It is stored over reloads until the outcome is known and sent with
 * every retry, so that no submission is charged twice. The request's body stays in memory, because it contains a nonce.
 */
export function createPaymentKeys({ storage, newKey }: { storage: TabStorage; newKey: () => string }) {
  let sent: { subjectId: string; body: string } | null = null;
  const nameOf = (subjectId: string) => `payment-key:${subjectId}`;
  const read = (subjectId: string) => storage.getItem(nameOf(subjectId));

  return {
    /** The key of a submission with an unknown outcome, possibly from before a reload; null if there is none. */
    pending: read,
    /** The key for a submission: the pending one if the same body is sent again, else a new one. */
    keyFor({ subjectId, body }: { subjectId: string; body: unknown }): string {
      const text = JSON.stringify(body);
      const pending = read(subjectId);
      if (pending !== null && sent?.subjectId === subjectId && sent.body === text) return pending;
      const key = newKey();
      sent = { subjectId, body: text };
      storage.setItem(nameOf(subjectId), key);
      return key;
    },
    /** The outcome is known: the next submission gets a new key. */
    settle(subjectId: string): void {
      sent = null;
      storage.removeItem(nameOf(subjectId));
    },
  };
}

/** The keys of this tab. */
export const paymentKeys = createPaymentKeys({
  storage: tabStorage(),
  newKey: () => crypto.randomUUID(),
});
