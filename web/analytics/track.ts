import type { AnalyticsEvent } from '#contract/api/analytics.ts';
import type { AnalyticsAction, AnalyticsProperties, AnalyticsStep } from '#contract/sign-up/analytics-events.ts';
import { bootData } from '#web/site/boot.ts';
import { tabStorage } from '#web/site/tab-storage.ts';
import { createEventQueue, type SendBatch } from './event-queue.ts';
import { pagePath } from './page-path.ts';

/** Same origin, no library of a third party. `keepalive` lets the last events leave with the page. */
const send: SendBatch = async (events, { leaving }) => {
  const response = await fetch('/api/v1/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ batch: events }),
    keepalive: leaving,
    credentials: 'same-origin',
  });
  // A rejected event would be rejected again; only a server fault is worth a retry.
  return response.status < 500 && response.status !== 429;
};

let queue: ReturnType<typeof createEventQueue> | undefined;

/** The queue of this tab. */
export function eventQueue() {
  if (queue) return queue;
  const created = createEventQueue({ storage: tabStorage(), send });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void created.flush({ leaving: true });
  });
  window.addEventListener('pagehide', () => void created.flush({ leaving: true }));
  queue = created;
  return created;
}

type Detail = Omit<AnalyticsProperties, 'step'>;

/** Without an anonymous id nothing is counted or queued. */
export const mayCount = () => bootData().anonymousId !== '';

function track(step: AnalyticsStep, action: AnalyticsAction, detail: Detail): void {
  if (!mayCount()) return;
  const event: AnalyticsEvent = {
    type: 'track',
    messageId: crypto.randomUUID(),
    anonymousId: bootData().anonymousId,
    timestamp: new Date().toISOString(),
    event: `${step} ${action}`,
    properties: { ...detail, step },
  };
  eventQueue().add(event);
}

/** A step was shown. Nothing a person typed may go into `detail`. */
export function trackView(step: AnalyticsStep, detail: Detail = {}): void {
  track(step, 'Viewed', detail);
}

/** A step was submitted and went through. */
export function trackSubmit(step: AnalyticsStep, detail: Detail = {}): void {
  track(step, 'Submitted', detail);
}

/** A screen was opened: the path inside the site, never its query or fragment. */
export function trackPage(path: string): void {
  if (!mayCount()) return;
  const event: AnalyticsEvent = {
    type: 'page',
    messageId: crypto.randomUUID(),
    anonymousId: bootData().anonymousId,
    timestamp: new Date().toISOString(),
    properties: { path: pagePath(path) },
  };
  eventQueue().add(event);
}
