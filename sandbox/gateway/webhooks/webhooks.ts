import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { newId } from '../identifiers.ts';
import type { Store } from '../store.ts';
import { type XmlValue, xmlDocument } from '../xml.ts';
import type { WebhookKind, WebhookRecord } from './webhook-record.ts';

export type WebhookOptions = {
  /** Where the merchant receives them; null sends none and only lists them. */
  url: string | null;
  /** The delays after failed attempts. The last one repeats until a day has passed. */
  retryDelaysMs: readonly number[];
};

export type Webhooks = ReturnType<typeof createWebhooks>;

const attemptTimeoutMs = 10_000;
const retryWindowMs = 24 * 60 * 60 * 1000;

/**
 * The gateway's reports to its merchant: stored, signed as the SDK's `webhookTesting` does, and posted again until
 * accepted.
 */
export function createWebhooks({
  store,
  clock,
  keys,
  url,
  retryDelaysMs,
}: WebhookOptions & { store: Store; clock: Clock; keys: { publicKey: string; privateKey: string } }) {
  const timers = new Map<string, NodeJS.Timeout>();
  let isHeld = false;
  let isClosed = false;

  /** Publishes a report. Returns its record without waiting for its delivery. */
  function publish({ kind, about, subject }: { kind: WebhookKind; about: string; subject: XmlValue }): WebhookRecord {
    const at = clock.now();
    const xml = xmlDocument('notification', { kind, timestamp: at, subject });
    const record: WebhookRecord = {
      id: newId(),
      kind,
      about,
      payload: `${Buffer.from(xml).toString('base64')}\n`,
      createdAt: at.toISOString(),
      attempts: [],
    };
    store.webhooks.put(record.id, record);
    if (!isHeld) plan({ id: record.id, delayMs: 0 });
    return record;
  }

  function plan({ id, delayMs }: { id: string; delayMs: number }): void {
    clearTimeout(timers.get(id));
    if (url === null || isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(id);
      void send(id);
    }, delayMs);
    timer.unref();
    timers.set(id, timer);
  }

  /** Posts a report, even if it was accepted before; a failed one is retried. */
  async function send(id: string): Promise<WebhookRecord | null> {
    const record = store.webhooks.get(id);
    if (!record || url === null) return null;
    const status = await post({ url, form: formOf(record) });
    const known = store.webhooks.get(id) ?? record;
    const attempts = [...known.attempts, { at: new Date().toISOString(), status }];
    const updated = { ...known, attempts };
    store.webhooks.put(id, updated);
    if (!isTaken(updated)) planRetry(updated);
    return updated;
  }

  function planRetry({ id, attempts }: WebhookRecord): void {
    const first = Date.parse(attempts[0]?.at ?? '');
    const delayMs = retryDelaysMs[Math.min(attempts.length, retryDelaysMs.length) - 1];
    if (delayMs !== undefined && !isHeld && Date.now() - first < retryWindowMs) plan({ id, delayMs });
  }

  function formOf({ payload }: WebhookRecord): { bt_signature: string; bt_payload: string } {
    return { bt_signature: sign({ keys, text: payload }), bt_payload: payload };
  }

  // Reports not accepted before a restart are sent after it.
  for (const record of store.webhooks.all()) if (!isTaken(record)) plan({ id: record.id, delayMs: 1_000 });

  return {
    publish,
    send,
    formOf,
    url,
    list: () => store.webhooks.all(),
    isHeld: () => isHeld,
    /** Nothing is sent by itself until released: a tester loses, duplicates or reorders held reports. */
    hold: (held: boolean) => {
      isHeld = held;
      for (const record of store.webhooks.all()) {
        if (held) clearTimeout(timers.get(record.id));
        else if (!isTaken(record)) plan({ id: record.id, delayMs: 0 });
      }
    },
    /** The challenge by which a merchant proves that it owns the address. */
    async challenge(): Promise<boolean> {
      if (url === null) return false;
      const text = newId(20).replaceAll(/[^a-f0-9]/g, '0');
      try {
        const answer = await fetch(`${url}?bt_challenge=${text}`, { signal: AbortSignal.timeout(attemptTimeoutMs) });
        return (await answer.text()) === sign({ keys, text });
      } catch {
        return false;
      }
    },
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** It got a 2xx once. */
export function isTaken({ attempts }: WebhookRecord): boolean {
  return attempts.some(({ status }) => status !== null && status >= 200 && status < 300);
}

function sign({ keys, text }: { keys: { publicKey: string; privateKey: string }; text: string }): string {
  const key = createHash('sha1').update(keys.privateKey).digest();
  return `${keys.publicKey}|${createHmac('sha1', key).update(text).digest('hex')}`;
}

/** The status of the response; null if there was none. */
async function post({ url, form }: { url: string; form: Record<string, string> }): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
      signal: AbortSignal.timeout(attemptTimeoutMs),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}
