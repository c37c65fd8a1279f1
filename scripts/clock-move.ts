const daysIn = { d: 1, w: 7, y: 365 } as const;
const maxDays = 1100;

/** `+30d`, `2w`, `+1y` as days; null for anything else and for more than `maxDays`. */
export function parseClockMove(text: string): number | null {
  const [, count, unit] = /^\+?(\d{1,4})([dwy])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  const days = Number(count) * daysIn[unit as keyof typeof daysIn];
  return days >= 1 && days <= maxDays ? days : null;
}
