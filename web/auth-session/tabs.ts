/** What tabs of one browser tell each other about the session. */
export type TabMessage = { kind: 'ended' } | { kind: 'signed-in'; userId: string };

const name = 'session';

/** Opened when first needed: prerendering and old browsers have none. */
let channel: BroadcastChannel | null | undefined;
function tabs(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return channel;
}

export function tellTabs(message: TabMessage): void {
  tabs()?.postMessage(message);
}

export function hearTabs(listener: (message: TabMessage) => void): () => void {
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data);
  tabs()?.addEventListener('message', hear);
  return () => tabs()?.removeEventListener('message', hear);
}
