/** Messages between tabs of one browser about the session. */
export type TabMessage = { kind: 'ended' } | { kind: 'signed-in'; userId: string };

const name = 'session';

let channel: BroadcastChannel | null | undefined;
function tabs(): BroadcastChannel | null {
  if (channel === undefined) channel = open();
  return channel;
}

function open(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    // Prerendering and old browsers have none, and Firefox forbids it where it forbids the storage.
    return null;
  }
}

export function notifyTabs(message: TabMessage): void {
  tabs()?.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data);
  tabs()?.addEventListener('message', hear);
  return () => tabs()?.removeEventListener('message', hear);
}
