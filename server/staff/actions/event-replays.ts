import * as z from 'zod/mini';
import { utcDay } from '#contract/fields/day.ts';
import { day } from '#contract/fields/fields.ts';
import { after, days } from '../../clock.ts';
import { firstDeliveries, forgetDeadEvents, replayEvents } from '../../events/event-deliveries.ts';
import { subjectAction } from '../action.ts';
import { endOf } from './coupons.ts';
import { offerForEndpoint } from './event-endpoints.ts';
import { nothingSent } from './sentences.ts';

/** Events are retained for at least this long. */
const retentionDays = 60;

const replaySentence =
  'They are sent again as they were then. A receiver that keeps the highest sequence is not changed.';
const counted = (events: number) => [{ label: 'Events', value: String(events) }];

export const replayEventsOfDays = subjectAction({
  inputs: z.strictObject({ since: day, until: day }),
  offer: async (db, { subject, at }) => {
    const offers = await offerForEndpoint(db, subject, () => ['Events of these days are due at once.', replaySentence]);
    const today = utcDay(at);
    const bounds = {
      kind: 'date',
      from: utcDay(after(at, -days(retentionDays))),
      until: today,
      initial: today,
    } as const;
    const inputs = [
      { ...bounds, name: 'since', label: 'First day, UTC' },
      { ...bounds, name: 'until', label: 'Last day, UTC' },
    ];
    return offers.map((offer) => ({ ...offer, inputs }));
  },
  effect: async (trx, { subject, inputs }) => {
    const range = { since: new Date(`${inputs.since}T00:00:00Z`), until: endOf(inputs.until) };
    return counted(await replayEvents(trx, { endpointId: subject, ...range }));
  },
});

export const replayEventsOfSubject = subjectAction({
  inputs: z.strictObject({ about: z.string().check(z.trim()) }),
  offer: async (db, { subject }) => {
    const offers = await offerForEndpoint(db, subject, () => [
      `Events of one subject, of the last ${retentionDays} days at least, are due at once.`,
      replaySentence,
    ]);
    const subjectInput = {
      name: 'about',
      kind: 'text',
      label: 'Subject',
      hint: 'Such as people/019f…',
      most: 80,
    } as const;
    return offers.map((offer) => ({ ...offer, inputs: [subjectInput] }));
  },
  effect: async (trx, { subject, inputs }) =>
    counted(await replayEvents(trx, { endpointId: subject, subject: inputs.about })),
});

export const discardGivenUpEvents = subjectAction({
  offer: async (db, { subject }) => {
    const offers = await offerForEndpoint(db, subject, () => [
      'Failed events are no longer listed, and the alarm ends. They can still be replayed by day or subject.',
      nothingSent,
    ]);
    const failed = offers.length > 0 ? await firstDeliveries(db, { endpointId: subject, isDead: true, limit: 1 }) : [];
    return failed.length > 0 ? offers : [];
  },
  effect: async (trx, { subject }) => counted(await forgetDeadEvents(trx, subject)),
});
