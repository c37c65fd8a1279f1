import type { Configure, FromFrame, ToFrame } from './sandbox-protocol.ts';

export type SandboxFrame = { send: (message: ToFrame) => void; setTitle: (title: string) => void; remove: () => void };

type Options = {
  place: HTMLElement;
  cardFieldsUrl: string;
  configure: Configure;
  onMessage: (message: FromFrame) => void;
  /** The frame loaded something else: blocked, refused or cut off. */
  onBlocked: () => void;
};

/**
 * A working frame posts a message before its load event; after this delay its silence means that something else was
 * loaded.
 */
const graceMs = 3000;

/**
 * Mounts a card field's frame and shakes hands: one window message each way between the two origins, then a private
 * channel.
 */
export function openSandboxFrame({ place, cardFieldsUrl, configure, onMessage, onBlocked }: Options): SandboxFrame {
  const frameOrigin = new URL(cardFieldsUrl).origin;
  const address = new URL(`${cardFieldsUrl}/${configure.field}`);
  address.searchParams.set('origin', location.origin);
  const { port1: port, port2: framePort } = new MessageChannel();
  const frame = document.createElement('iframe');
  let grace: ReturnType<typeof setTimeout> | undefined;

  const loaded = (event: MessageEvent<{ kind?: unknown; field?: unknown } | null>) => {
    if (event.source !== frame.contentWindow || event.origin !== frameOrigin) return;
    if (event.data?.kind !== 'card-field/loaded' || event.data.field !== configure.field) return;
    window.removeEventListener('message', loaded);
    frame.contentWindow?.postMessage(configure, frameOrigin, [framePort]);
  };
  const refused = (event: SecurityPolicyViolationEvent) => {
    if (event.effectiveDirective === 'frame-src' && event.blockedURI.startsWith(frameOrigin)) onBlocked();
  };
  const stopWaiting = () => {
    clearTimeout(grace);
    window.removeEventListener('message', loaded);
    document.removeEventListener('securitypolicyviolation', refused);
  };

  port.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
    if (data.kind === 'ready') stopWaiting();
    onMessage(data);
  });
  port.start();
  window.addEventListener('message', loaded);
  document.addEventListener('securitypolicyviolation', refused);
  frame.addEventListener(
    'load',
    () => {
      grace = setTimeout(onBlocked, graceMs);
    },
    { once: true },
  );
  frame.title = configure.label;
  frame.src = address.href;
  place.replaceChildren(frame);

  return {
    send: (message) => port.postMessage(message),
    setTitle(title) {
      frame.title = title;
    },
    remove() {
      stopWaiting();
      port.close();
      frame.remove();
    },
  };
}
