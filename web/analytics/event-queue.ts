import type { AnalyticsEvent } from '#contract/api/analytics.ts';

/**
 * Events that have not reached the server yet. Kept in the tab's storage, so that a reload or a closed page loses none.
 */
export type EventStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type SendBatch = (events: readonly AnalyticsEvent[], options: { leaving: boolean }) => Promise<boolean>;

const key = 'analytics-events';
const maxEvents = 200;
const batchSize = 20;
const pauseMs = 2_000;
const longestPauseMs = 60_000;

export function createEventQueue({ storage, send }: { storage: EventStorage; send: SendBatch }) {
  let waiting: AnalyticsEvent[] = restore(storage);
  let sending = false;
  let pause = pauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const store = () => {
    try {
      if (waiting.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(waiting));
    } catch {
      // A full or forbidden storage must not stop anybody from paying; the events stay in memory.
    }
  };

  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, pause);
  };

  async function flush({ leaving = false } = {}): Promise<void> {
    if ((sending && !leaving) || waiting.length === 0) return;
    sending = true;
    const batch = waiting.slice(0, batchSize);
    const sent = await send(batch, { leaving }).catch(() => false);
    sending = false;
    pause = sent ? pauseMs : Math.min(pause * 2, longestPauseMs);
    if (sent) {
      const ids = new Set(batch.map(({ messageId }) => messageId));
      waiting = waiting.filter(({ messageId }) => !ids.has(messageId));
      store();
    }
    if (waiting.length > 0) schedule();
  }

  const add = (event: AnalyticsEvent) => {
    waiting = [...waiting, event].slice(-maxEvents);
    store();
    schedule();
  };

  if (waiting.length > 0) schedule();
  return { add, flush, waiting: () => waiting };
}

function restore(storage: EventStorage): AnalyticsEvent[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
