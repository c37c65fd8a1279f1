import { Postponed } from '../failed-attempt.ts';

/**
 * Sends the messages of one job independently: a mail server that accepts nothing, or a phone with quiet hours, must
 * not keep a warning from the next recipient. Then throws what must be retried, a failure first.
 */
export async function sendEach<To>(destinations: readonly To[], send: (to: To) => Promise<void>): Promise<void> {
  const untold: unknown[] = [];
  for (const to of destinations)
    try {
      await send(to);
    } catch (error) {
      untold.push(error);
    }
  if (untold.length > 0) throw untold.find((error) => !(error instanceof Postponed)) ?? untold[0];
}
