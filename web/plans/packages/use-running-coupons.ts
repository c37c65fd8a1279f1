import { useEffect, useState } from 'react';
import type { Coupon } from './offers.ts';

/** Timers sleep with the machine: looked at often enough, and at once when the page is seen again. */
const lookEveryMs = 1_000;

/**
 * Coupons that have not ended, at an instant; when the next of them ends; whether one has. Instants in milliseconds.
 */
export function runningAt(
  coupons: readonly Coupon[],
  now: number,
): { running: Coupon[]; nextEnd: number | null; ended: boolean } {
  // A session of an older release holds coupons without an end.
  const endOf = ({ endsAt }: Pick<Coupon, 'endsAt'>) => (endsAt ? Date.parse(endsAt) : Number.POSITIVE_INFINITY);
  const running = coupons.filter((coupon) => endOf(coupon) > now);
  const nextEnd = Math.min(...running.map(endOf));
  return { running, nextEnd: Number.isFinite(nextEnd) ? nextEnd : null, ended: running.length < coupons.length };
}

/** The coupons that count now: one that ends while the page is open stops counting there and then. */
export function useRunningCoupons(coupons: readonly Coupon[]): ReturnType<typeof runningAt> {
  const [now, setNow] = useState(Date.now);
  const found = runningAt(coupons, now);
  const { nextEnd } = found;
  useEffect(() => {
    if (nextEnd === null) return;
    const look = () => {
      if (Date.now() >= nextEnd) setNow(Date.now());
    };
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [nextEnd]);
  return found;
}
