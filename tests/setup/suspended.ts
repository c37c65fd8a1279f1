import type { Day } from '#contract/fields/day.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { charges } from './account-calls.ts';
import { openSite } from './site.ts';
import { performAction, staffHeaders } from './staff.ts';
import { moveClockTo, runDue } from './subscriber.ts';

/** A site whose charges can be suspended, with days that pass one by one. */
export async function openSuspendable() {
  const site = await openSite();
  const turn = async (action: 'SUSPEND_CHARGES' | 'RESUME_CHARGES', roles: ('BILLING' | 'GROWTH')[] = ['BILLING']) =>
    performAction(site, await staffHeaders(site, roles), null, { action, subject: 'charges', reason: 'Wrong prices' });
  /** Each day's scan; the days on which money moved. */
  const pass = async (from: Day, to: Day): Promise<Day[]> => {
    const days: Day[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const before = (await charges(site)).length;
      moveClockTo(site, day);
      await runDue(site, { announced: false });
      if ((await charges(site)).length > before) days.push(day);
    }
    return days;
  };
  return { site, turn, pass };
}
