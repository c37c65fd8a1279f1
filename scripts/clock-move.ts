const daysIn = { d: 1, w: 7, y: 365 } as const;
const mostDays = 1100;

/** `+30d`, `2w`, `+1y` as days; null when it is nothing of the kind or too long. */
export function parseClockMove(wish: string): number | null {
  const [, count, unit] = /^\+?(\d{1,4})([dwy])$/.exec(wish) ?? [];
  if (count === undefined || unit === undefined) return null;
  const days = Number(count) * daysIn[unit as keyof typeof daysIn];
  return days >= 1 && days <= mostDays ? days : null;
}
