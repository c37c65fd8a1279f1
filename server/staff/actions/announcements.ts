import * as z from 'zod/mini';
import { timeIn } from '#contract/fields/day.ts';
import { day } from '#contract/fields/fields.ts';
import type { ActionInput } from '#contract/staff/action-inputs.ts';
import {
  type AnnouncementPlace,
  announcementLength,
  announcementPlaces,
  percentMark,
} from '#contract/staff/announcements.ts';
import { type Announcement, latestAnnouncements, writtenAnnouncements } from '../../catalog/announcements.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { refuse, refuseFields } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { endOf, lastDay } from './coupons.ts';
import { nothingSent } from './sentences.ts';

const placeTexts: Record<AnnouncementPlace, string> = {
  BANNER: 'the banner at the top of sign-up pages',
  OFFER: 'the offer of discount links',
};

const percentHint = `An offer has ${percentMark} once, in place of the link's percentage, and no other percentage. The banner has none.`;

const inputsOf = (at: Date): ActionInput[] => [
  {
    name: 'place',
    kind: 'choice',
    label: 'Where',
    options: announcementPlaces.map((value) => ({ value, label: placeTexts[value] })),
  },
  { name: 'english', kind: 'text', label: 'In English', hint: percentHint, most: announcementLength },
  { name: 'spanish', kind: 'text', label: 'In Spanish', hint: percentHint, most: announcementLength },
  lastDay(at),
];

const text = z.string().check(z.trim());

/** A fixed percentage, or a digit next to the placeholder of the link's percentage. */
const otherPercentage = /\d\s*%|\d\{percent\}|\{percent\}\d/;

/** An offer must contain the discount's placeholder, which the server fills in, and no other percentage. */
const mentionsPercent = (words: string, place: AnnouncementPlace) =>
  place === 'OFFER'
    ? words.split(percentMark).length === 2 && !otherPercentage.test(words)
    : !words.includes(percentMark);

/** A draft in both languages. It is public only once published, and immutable. */
export const writeAnnouncement = subjectAction({
  inputs: z.strictObject({ place: z.enum(announcementPlaces), english: text, spanish: text, until: day }),
  offer: async (_db, { subject, at }) =>
    subject === 'announcements'
      ? [
          {
            subject,
            sentences: [
              'Only this page shows it, as it will look. No one else sees it before it is published.',
              nothingSent,
            ],
            inputs: inputsOf(at),
          },
        ]
      : [],
  effect: async (trx, { inputs: { until, ...texts }, at }) => {
    const invalid = (['english', 'spanish'] as const).filter(
      (language) => !mentionsPercent(texts[language], texts.place),
    );
    if (invalid.length > 0)
      return refuseFields(...invalid.map((name) => ({ field: `inputs.${name}`, code: 'not_understood' as const })));
    await trx
      .insertInto('announcements')
      .values({ ...texts, endsAt: endOf(until), writtenAt: at })
      .execute();
  },
});

const hasSubject = (subject: string) => (each: Announcement) =>
  subject === 'announcements' || String(each.number) === subject;

const textSentences = ({ english, spanish }: Announcement) => [`In English: “${english}”`, `In Spanish: “${spanish}”`];

export const publishAnnouncement = subjectAction({
  offer: async (db, { subject, at }) =>
    (await writtenAnnouncements(db, at)).filter(hasSubject(subject)).map((each) => ({
      subject: String(each.number),
      sentences: [
        `Number ${each.number} becomes the text of ${placeTexts[each.place]} within ten seconds, until ${timeIn(each.endsAt, 'UTC')} UTC.`,
        ...textSentences(each),
        'It replaces the text there now. Open pages keep the text they loaded with.',
        nothingSent,
      ],
    })),
  effect: async (trx, { subject, at }) => {
    const published = await trx
      .updateTable('announcements')
      .set({ publishedAt: at })
      .where('number', '=', Number(subject))
      .where('publishedAt', 'is', null)
      .returning('number')
      .executeTakeFirst();
    return published ? undefined : refuse('CONFLICT');
  },
});

const running = async (db: DbOrTrx, at: Date) => (await latestAnnouncements(db)).filter(({ endsAt }) => endsAt > at);

/** Needs no second person, because it only restores the built-in text. */
export const endAnnouncement = subjectAction({
  offer: async (db, { subject, at }) =>
    (await running(db, at)).filter(hasSubject(subject)).map((each) => ({
      subject: String(each.number),
      sentences: [
        `Number ${each.number} disappears from ${placeTexts[each.place]} within ten seconds. The built-in text returns.`,
        ...textSentences(each),
        nothingSent,
      ],
    })),
  effect: async (trx, { subject, at }) => {
    const ended = await trx
      .updateTable('announcements')
      .set({ endsAt: at })
      .where('number', '=', Number(subject))
      .where('endsAt', '>', at)
      .returning('number')
      .executeTakeFirst();
    return ended ? undefined : refuse('CONFLICT');
  },
});
