import { useEffect, useState } from 'react';
import { deviceTimeOf } from '#web/site/boot.ts';
import type { Coupon } from './offers.ts';

/** Timers stop while the machine sleeps, hence short intervals and a check when the page becomes visible. */
const checkEveryMs = 1_000;

/**
 * The coupons running at an instant of the device's clock, when the next one ends, and whether one has ended. Instants
 * in milliseconds.
 */
export function runningAt(
  coupons: readonly Coupon[],
  now: number,
): { running: Coupon[]; nextEnd: number | null; ended: boolean } {
  const endOf = ({ endsAt }: Pick<Coupon, 'endsAt'>) => (endsAt ? deviceTimeOf(endsAt) : Number.POSITIVE_INFINITY);
  const running = coupons.filter((coupon) => endOf(coupon) > now);
  const nextEnd = Math.min(...running.map(endOf));
  return { running, nextEnd: Number.isFinite(nextEnd) ? nextEnd : null, ended: running.length < coupons.length };
}

/** The running coupons: one that ends while the page is open stops applying at once. */
export function useRunningCoupons(coupons: readonly Coupon[]): ReturnType<typeof runningAt> {
  const [now, setNow] = useState(Date.now);
  const running = runningAt(coupons, now);
  const { nextEnd } = running;
  useEffect(() => {
    if (nextEnd === null) return;
    const checkNow = () => {
      if (Date.now() >= nextEnd) setNow(Date.now());
    };
    const timer = setInterval(checkNow, checkEveryMs);
    document.addEventListener('visibilitychange', checkNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkNow);
    };
  }, [nextEnd]);
  return running;
}
