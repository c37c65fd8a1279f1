import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerOf } from '#contract/api/route.ts';
import type { keepalive } from '#contract/api/sign-in.ts';
import { addressOf } from '#web/api/call.ts';

type Beat = AnswerOf<typeof keepalive>;

/** The warning comes two minutes before the end (UX3). */
const warnSeconds = 120;
const signsOfLife = ['pointerdown', 'keydown', 'scroll'] as const;

type Options = { userId: string; onEnd: () => void; onOther: () => void };

/** Watches the session from a worker. `ending`: it is about to end for want of use; `stay` prolongs it. */
export function useKeepalive({ userId, onEnd, onOther }: Options): { ending: boolean; stay: () => void } {
  const [ending, setEnding] = useState(false);
  const [untilWarning, setUntilWarning] = useState<number | null>(null);
  const worker = useRef<Worker | null>(null);

  const hear = useEffectEvent((beat: Beat) => {
    if (!beat.signedIn) return onEnd();
    if (beat.userId !== userId) return onOther();
    const seconds = (beat.secondsLeft ?? 0) - warnSeconds;
    setUntilWarning(seconds);
    setEnding(seconds <= 0);
  });

  useEffect(() => {
    const running = new Worker(new URL('./keepalive-worker.ts', import.meta.url), {
      type: 'module',
      name: addressOf('GET /ofw/keepalive.form'),
    });
    worker.current = running;
    const alive = () => running.postMessage('active');
    const look = () => document.visibilityState === 'visible' && running.postMessage('look');
    running.addEventListener('message', ({ data }: MessageEvent<Beat>) => hear(data));
    for (const sign of signsOfLife) document.addEventListener(sign, alive, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      for (const sign of signsOfLife) document.removeEventListener(sign, alive);
      document.removeEventListener('visibilitychange', look);
      running.terminate();
    };
  }, []);

  useEffect(() => {
    // Far ahead the worker's next look tells, and a timer of weeks would end at once.
    if (untilWarning === null || untilWarning <= 0 || untilWarning > 3600) return;
    const timer = setTimeout(() => setEnding(true), untilWarning * 1000);
    return () => clearTimeout(timer);
  }, [untilWarning]);

  const stay = () => {
    worker.current?.postMessage('active');
    worker.current?.postMessage('look');
    setEnding(false);
  };
  return { ending, stay };
}
