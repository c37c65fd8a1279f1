/** Messages between tabs of one browser about the session. */
export type TabMessage = { kind: 'ended' } | { kind: 'signed-in'; userId: string };

const name = 'session';

/** Opened on demand: prerendering and old browsers have no BroadcastChannel. */
let channel: BroadcastChannel | null | undefined;
function tabs(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return channel;
}

export function notifyTabs(message: TabMessage): void {
  tabs()?.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data);
  tabs()?.addEventListener('message', hear);
  return () => tabs()?.removeEventListener('message', hear);
}
