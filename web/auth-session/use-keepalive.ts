import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerOf } from '#contract/api/route.ts';
import type { keepalive } from '#contract/api/sign-in.ts';
import { addressOf } from '#web/api/call.ts';

type Heartbeat = AnswerOf<typeof keepalive>;

/** The warning comes two minutes before the end (UX3). */
const warnSeconds = 120;
const activityEvents = ['pointerdown', 'keydown', 'scroll'] as const;

type Options = { userId: string; onEnd: () => void; onOtherUser: () => void };

/** Watches the session from a worker. `ending`: it is about to end because it is unused; `extend` prolongs it. */
export function useKeepalive({ userId, onEnd, onOtherUser }: Options): { ending: boolean; extend: () => void } {
  const [ending, setEnding] = useState(false);
  const [secondsToWarning, setSecondsToWarning] = useState<number | null>(null);
  const worker = useRef<Worker | null>(null);

  const onBeat = useEffectEvent((beat: Heartbeat) => {
    if (!beat.signedIn) return onEnd();
    if (beat.userId !== userId) return onOtherUser();
    const seconds = (beat.secondsLeft ?? 0) - warnSeconds;
    setSecondsToWarning(seconds);
    setEnding(seconds <= 0);
  });

  useEffect(() => {
    const running = new Worker(new URL('./keepalive-worker.ts', import.meta.url), {
      type: 'module',
      name: addressOf('GET /ofw/keepalive.form'),
    });
    worker.current = running;
    const reportActivity = () => running.postMessage('active');
    const checkNow = () => document.visibilityState === 'visible' && running.postMessage('check');
    running.addEventListener('message', ({ data }: MessageEvent<Heartbeat>) => onBeat(data));
    for (const event of activityEvents) document.addEventListener(event, reportActivity, { passive: true });
    document.addEventListener('visibilitychange', checkNow);
    return () => {
      for (const event of activityEvents) document.removeEventListener(event, reportActivity);
      document.removeEventListener('visibilitychange', checkNow);
      running.terminate();
    };
  }, []);

  useEffect(() => {
    // More than an hour ahead the worker's next check suffices; a timer of weeks would overflow and fire at once.
    if (secondsToWarning === null || secondsToWarning <= 0 || secondsToWarning > 3600) return;
    const timer = setTimeout(() => setEnding(true), secondsToWarning * 1000);
    return () => clearTimeout(timer);
  }, [secondsToWarning]);

  const extend = () => {
    worker.current?.postMessage('active');
    worker.current?.postMessage('check');
    setEnding(false);
  };
  return { ending, extend };
}
