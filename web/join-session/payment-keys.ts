import { tabStorage } from '#web/site/tab-storage.ts';

/**
 * One key for one intention to pay (`Idempotency-Key`). It is kept over reloads until it is known what became of it:
 * until then the same key is sent again, so that no submission can be charged twice. What is sent with it stays in
 * memory, for it holds what pays.
 */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function createPaymentKeys({ storage, newKey }: { storage: KeyStorage; newKey: () => string }) {
  let sent: { subjectId: string; body: string } | null = null;
  const nameOf = (subjectId: string) => `payment-key:${subjectId}`;
  const read = (subjectId: string) => storage.getItem(nameOf(subjectId));

  return {
    /**
     * Key of a submission whose outcome is not known, from this page or from before a reload; null when there is none.
     */
    pending: read,
    /** The key for a submission: the pending one when the very same is sent again, otherwise a new one. */
    keyFor({ subjectId, body }: { subjectId: string; body: unknown }): string {
      const text = JSON.stringify(body);
      const pending = read(subjectId);
      if (pending !== null && sent?.subjectId === subjectId && sent.body === text) return pending;
      const key = newKey();
      sent = { subjectId, body: text };
      storage.setItem(nameOf(subjectId), key);
      return key;
    },
    /** The outcome is known: the next submission is a new intention. */
    settle(subjectId: string): void {
      sent = null;
      storage.removeItem(nameOf(subjectId));
    },
  };
}

/** The keys of this tab. */
export const paymentKeys = createPaymentKeys({
  storage: tabStorage() as KeyStorage,
  newKey: () => crypto.randomUUID(),
});
