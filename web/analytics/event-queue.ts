import type { AnalyticsEvent } from '#contract/api/analytics.ts';
import type { TabStorage } from '#web/site/tab-storage.ts';

export type SendBatch = (events: readonly AnalyticsEvent[], options: { leaving: boolean }) => Promise<boolean>;

/** Events that have not reached the server yet, so that a reload or a closed page loses none. */
const key = 'analytics-events';
const maxEvents = 200;
const batchSize = 20;
const pauseMs = 2_000;
const longestPauseMs = 60_000;

export function createEventQueue({ storage, send }: { storage: TabStorage; send: SendBatch }) {
  let waiting: AnalyticsEvent[] = restore(storage);
  let sending = false;
  let pause = pauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const store = () => {
    if (waiting.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(waiting));
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

function restore(storage: TabStorage): AnalyticsEvent[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
