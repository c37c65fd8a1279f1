import { type Day, dayIn } from '#contract/fields/day.ts';
import { after, days } from './clock.ts';

/** The served time zone in which a day ends last. Using a person's own zone would reveal where they live. */
const westernmostZone = 'Pacific/Honolulu';

/**
 * The last valid day that mails and letters state for something that ends at an instant: the last day that is fully
 * covered in every zone.
 */
export const lastDayBefore = (endsAt: Date): Day => dayIn(after(endsAt, -days(1)), westernmostZone);
