import * as z from 'zod/mini';
import { utcDay } from '#contract/fields/day.ts';
import { day } from '#contract/fields/fields.ts';
import type { ActionInput } from '#contract/staff/action-inputs.ts';
import { scheduled } from '../../catalog/price-version.ts';
import {
  publishPriceVersion,
  withdrawablePublication,
  withdrawPublication,
} from '../../catalog/price-version-repository.ts';
import { after, days } from '../../clock.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { differences } from '../price-items.ts';
import { type PricedVersion, readPricedVersion, versionIn } from '../priced-version.ts';
import { nothingSent } from './sentences.ts';

/** The compared revisions: a change in either of them makes it another publication. */
const comparedIn = ({ number, revision, inForce }: PricedVersion) => `${number}.${revision}.${inForce}`;

/** A version that can be published, with its changes; none while another publication is scheduled. */
async function publishable(db: DbOrTrx, { subject, at }: { subject: string; at: Date }) {
  const version = await readPricedVersion(db, { number: versionIn(subject), at });
  if (!version || scheduled(version.catalog.publications, at)) return null;
  const changes = differences(version);
  return changes.length > 0 ? { version, changes } : null;
}

const sentencesOf = (version: PricedVersion, { from, changes }: { from: string; changes: string[] }) => [
  `${from} everyone who signs up, upgrades or restarts is offered the prices of version ${version.number}, “${version.title}”, in place of version ${version.inForce}.`,
  ...changes,
  'Whoever has a plan renews at the price they last paid, or at this one if it is lower.',
  'A payment at the old price at that moment is refused, and the new price is shown.',
  nothingSent,
];

/** Effective within seconds. Earlier prices can be restored in the same way. */
export const publishPrices = subjectAction({
  offer: async (db, known) => {
    const publication = await publishable(db, known);
    if (!publication) return [];
    const sentences = sentencesOf(publication.version, { from: 'Within ten seconds', changes: publication.changes });
    return [{ subject: comparedIn(publication.version), sentences }];
  },
  effect: async (trx, { subject, at }) => {
    const publication = await publishable(trx, { subject, at });
    if (!publication) return refuse('CONFLICT');
    const { number: version, inForce: replaces } = publication.version;
    return (await publishPriceVersion(trx, { version, replaces, inForceFrom: at, at }))
      ? undefined
      : refuse('CONFLICT');
  },
});

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const momentInputs = (at: Date): ActionInput[] => [
  { name: 'day', kind: 'date', label: 'From which day', from: utcDay(at), until: utcDay(after(at, days(366))) },
  {
    name: 'hour',
    kind: 'choice',
    label: 'At which hour (UTC)',
    options: hours.map((value) => ({ value, label: value })),
  },
];

/** Effective at a future instant, whether or not any process runs then. */
export const schedulePrices = subjectAction({
  inputs: z.object({ day, hour: z.enum(hours) }),
  offer: async (db, known) => {
    const publication = await publishable(db, known);
    if (!publication) return [];
    const sentences = sentencesOf(publication.version, {
      from: 'From the moment chosen',
      changes: publication.changes,
    });
    return [{ subject: comparedIn(publication.version), sentences, inputs: momentInputs(known.at) }];
  },
  effect: async (trx, { subject, inputs, at }) => {
    const publication = await publishable(trx, { subject, at });
    if (!publication) return refuse('CONFLICT');
    const { number: version, inForce: replaces } = publication.version;
    const inForceFrom = new Date(`${inputs.day}T${inputs.hour}:00Z`);
    return (await publishPriceVersion(trx, { version, replaces, inForceFrom, at })) ? undefined : refuse('CONFLICT');
  },
});

/** Cancels a scheduled publication. Needs no second person, because the prices stay as they are. */
export const withdrawPrices = subjectAction({
  offer: async (db, { subject, at }) => {
    const coming = await withdrawablePublication(db, at);
    if (coming?.version !== versionIn(subject)) return [];
    const sentences = [`Version ${coming.version} does not come into force. Prices stay as they are.`, nothingSent];
    return [{ subject: String(coming.version), sentences }];
  },
  effect: async (trx, { subject, at }) =>
    (await withdrawPublication(trx, { version: versionIn(subject), at })) ? undefined : refuse('CONFLICT'),
});
