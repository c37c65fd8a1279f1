import * as z from 'zod/mini';
import type { ActionInput } from '#contract/action-inputs.ts';
import {
  announcementLength,
  type AnnouncementPlace,
  announcementPlaces,
  percentMark,
} from '#contract/announcements.ts';
import { type Announcement, latestAnnouncements, writtenAnnouncements } from '../../catalog/announcements.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { refuse, refuseFields } from '../../refusal.ts';
import { aboutSubject } from '../action.ts';
import { endOf, lastDay } from './coupons.ts';
import { nothingSent } from './sentences.ts';

const placeWords: Record<AnnouncementPlace, string> = {
  BANNER: 'the banner at the top of sign-up pages',
  OFFER: 'the offer of discount links',
};

const percentHint = `An offer says ${percentMark} once, where the percentage of the link stands, and no other; the banner never does.`;

const inputsOf = (at: Date): ActionInput[] => [
  {
    name: 'place',
    kind: 'choice',
    label: 'Where',
    options: announcementPlaces.map((value) => ({ value, label: placeWords[value] })),
  },
  { name: 'english', kind: 'text', label: 'In English', hint: percentHint, most: announcementLength },
  { name: 'spanish', kind: 'text', label: 'In Spanish', hint: percentHint, most: announcementLength },
  lastDay(at),
];

const text = z.string().check(z.trim());

/** Another percentage, or a figure that would stand in front of or behind the link's. */
const otherPercentage = /\d\s*%|\d\{percent\}|\{percent\}\d/;

/** An offer promises what the link takes off, as the server knows it, and nothing else. */
const saysPercent = (words: string, place: AnnouncementPlace) =>
  place === 'OFFER'
    ? words.split(percentMark).length === 2 && !otherPercentage.test(words)
    : !words.includes(percentMark);

/** What somebody might say, in both languages. Nobody reads it until it is published, and it is never changed. */
export const writeAnnouncement = aboutSubject({
  inputs: z.strictObject({ place: z.enum(announcementPlaces), english: text, spanish: text, until: z.iso.date() }),
  offer: async (_db, { subject, at }) =>
    subject === 'announcements'
      ? [
          {
            subject,
            sentences: [
              'It is shown here alone, as it will look. Nobody else reads it before it is published.',
              nothingSent,
            ],
            inputs: inputsOf(at),
          },
        ]
      : [],
  effect: async (trx, { inputs: { until, ...said }, at }) => {
    const wrong = (['english', 'spanish'] as const).filter((language) => !saysPercent(said[language], said.place));
    if (wrong.length > 0)
      return refuseFields(...wrong.map((name) => ({ field: `inputs.${name}`, code: 'not_understood' as const })));
    await trx
      .insertInto('announcements')
      .values({ ...said, endsAt: endOf(until), writtenAt: at })
      .execute();
  },
});

const about = (subject: string) => (each: Announcement) =>
  subject === 'announcements' || String(each.number) === subject;

const saysWhat = ({ english, spanish }: Announcement) => [`In English: “${english}”`, `In Spanish: “${spanish}”`];

export const publishAnnouncement = aboutSubject({
  offer: async (db, { subject, at }) =>
    (await writtenAnnouncements(db, at)).filter(about(subject)).map((each) => ({
      subject: String(each.number),
      sentences: [
        `Number ${each.number} becomes the text of ${placeWords[each.place]} within ten seconds, until ${each.endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
        ...saysWhat(each),
        'It takes the place of whatever is said there now. Pages that are open keep what they came with.',
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

/** One person is enough: what was built in is said again. */
export const endAnnouncement = aboutSubject({
  offer: async (db, { subject, at }) =>
    (await running(db, at)).filter(about(subject)).map((each) => ({
      subject: String(each.number),
      sentences: [
        `Number ${each.number} is taken from ${placeWords[each.place]} within ten seconds. The built-in text comes back.`,
        ...saysWhat(each),
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
