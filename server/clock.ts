/** The only source of time for rules; injected, so that tests and development can move it. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => seconds(count * 60);
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);

export function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}
