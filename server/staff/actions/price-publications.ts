import * as z from 'zod/mini';
import type { ActionInput } from '#contract/action-inputs.ts';
import {
  publishPriceVersion,
  withdrawablePublication,
  withdrawPublication,
} from '../../catalog/price-version-repository.ts';
import { scheduled } from '../../catalog/price-version.ts';
import { after, days } from '../../clock.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { refuse } from '../../refusal.ts';
import { aboutSubject } from '../action.ts';
import { type KnownVersion, readKnownVersion, versionIn } from '../known-price-version.ts';
import { differences } from '../price-items.ts';
import { nothingSent } from './sentences.ts';

/** What was compared: the version, as it was then, with the one in force. Another of them is another publication. */
const comparedIn = ({ number, revision, inForce }: KnownVersion) => `${number}.${revision}.${inForce}`;

/** A version that may be published, with what it would change; none while another publication is to come. */
async function publishable(db: DbOrTrx, { subject, at }: { subject: string; at: Date }) {
  const version = await readKnownVersion(db, { number: versionIn(subject), at });
  if (!version || scheduled(version.catalog.publications, at)) return null;
  const changes = differences(version);
  return changes.length > 0 ? { version, changes } : null;
}

const sentencesOf = (version: KnownVersion, { from, changes }: { from: string; changes: string[] }) => [
  `${from} everybody who signs up, upgrades or begins again is asked the prices of version ${version.number}, “${version.title}”, in place of version ${version.inForce}.`,
  ...changes,
  'Who holds a plan renews at the prices they last paid at, or at these where they are lower.',
  'A price that is being paid just then is refused, and shown anew.',
  nothingSent,
];

/** Within seconds. Prices of earlier come back in the same way. */
export const publishPrices = aboutSubject({
  offer: async (db, known) => {
    const found = await publishable(db, known);
    if (!found) return [];
    const sentences = sentencesOf(found.version, { from: 'Within ten seconds', changes: found.changes });
    return [{ subject: comparedIn(found.version), sentences }];
  },
  effect: async (trx, { subject, at }) => {
    const found = await publishable(trx, { subject, at });
    if (!found) return refuse('CONFLICT');
    const { number: version, inForce: replaces } = found.version;
    return (await publishPriceVersion(trx, { version, replaces, inForceFrom: at, at }))
      ? undefined
      : refuse('CONFLICT');
  },
});

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const momentInputs = (at: Date): ActionInput[] => [
  { name: 'day', kind: 'date', label: 'From which day', from: dayOf(at), until: dayOf(after(at, days(366))) },
  {
    name: 'hour',
    kind: 'choice',
    label: 'At which hour (UTC)',
    options: hours.map((value) => ({ value, label: value })),
  },
];

/** At a moment to come, whether or not any process runs then. */
export const schedulePrices = aboutSubject({
  inputs: z.object({ day: z.iso.date(), hour: z.enum(hours) }),
  offer: async (db, known) => {
    const found = await publishable(db, known);
    if (!found) return [];
    const sentences = sentencesOf(found.version, { from: 'From the moment chosen', changes: found.changes });
    return [{ subject: comparedIn(found.version), sentences, inputs: momentInputs(known.at) }];
  },
  effect: async (trx, { subject, inputs, at }) => {
    const found = await publishable(trx, { subject, at });
    if (!found) return refuse('CONFLICT');
    const { number: version, inForce: replaces } = found.version;
    const inForceFrom = new Date(`${inputs.day}T${inputs.hour}:00Z`);
    return (await publishPriceVersion(trx, { version, replaces, inForceFrom, at })) ? undefined : refuse('CONFLICT');
  },
});

/** What is scheduled does not happen. One person is enough: the prices stay as they are. */
export const withdrawPrices = aboutSubject({
  offer: async (db, { subject, at }) => {
    const coming = await withdrawablePublication(db, at);
    if (coming?.version !== versionIn(subject)) return [];
    const sentences = [`Version ${coming.version} does not come into force. Prices stay as they are.`, nothingSent];
    return [{ subject: String(coming.version), sentences }];
  },
  effect: async (trx, { subject, at }) =>
    (await withdrawPublication(trx, { version: versionIn(subject), at })) ? undefined : refuse('CONFLICT'),
});
