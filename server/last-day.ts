import { type Day, dayIn } from '#contract/fields/day.ts';
import { after, days } from './clock.ts';

/** The served zone in which a day ends last. Anybody's own zone would tell others where they live. */
const westernmostZone = 'Pacific/Honolulu';

/** The day that mails and letters name of what ends at an instant: the last one on all of which it works anywhere. */
export const lastDayBefore = (endsAt: Date): Day => dayIn(after(endsAt, -days(1)), westernmostZone);
