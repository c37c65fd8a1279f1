import * as z from 'zod/mini';
import type { ActionInput } from '#contract/action-inputs.ts';
import { isExperimentKey, isSwitch } from '#contract/experiments.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { aboutSubject, type Offer } from '../action.ts';
import { nothingSent } from './sentences.ts';

type Standing = { state: 'running' | 'off' | 'control' | 'treatment'; share: number };

const standing = (db: DbOrTrx, key: string): Promise<Standing | undefined> =>
  db.selectFrom('experiments').select(['state', 'share']).where('key', '=', key).executeTakeFirst();

/** Offered about an experiment that stands so. */
async function offerWhen(
  db: DbOrTrx,
  {
    subject,
    isPossible,
    offer,
  }: {
    subject: string;
    isPossible: (state: Standing['state']) => boolean;
    offer: (known: Standing) => Omit<Offer, 'subject'>;
  },
): Promise<Offer[]> {
  if (!isExperimentKey(subject) || isSwitch(subject)) return [];
  const known = await standing(db, subject);
  return known && isPossible(known.state) ? [{ subject, ...offer(known) }] : [];
}

/** Locks the row and looks again: of two at once the second finds another state. */
async function change(
  trx: Trx,
  {
    subject,
    at,
    isPossible,
    to,
  }: {
    subject: string;
    at: Date;
    isPossible: (state: Standing['state']) => boolean;
    to: Partial<Standing>;
  },
): Promise<Refusal<'CONFLICT'> | void> {
  const known = await trx
    .selectFrom('experiments')
    .select('state')
    .where('key', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  if (!known || !isPossible(known.state)) return refuse('CONFLICT');
  await trx
    .updateTable('experiments')
    .set({ ...to, changedAt: at })
    .where('key', '=', subject)
    .execute();
}

const isRunning = (state: Standing['state']) => state === 'running';
const isNotRunning = (state: Standing['state']) => !isRunning(state);
const shareInput = (share: number): ActionInput => ({
  kind: 'number',
  name: 'share',
  label: 'People in treatment, in percent',
  hint: '50 finds a difference soonest.',
  least: 1,
  most: 99,
  initial: Math.min(99, Math.max(1, share)),
});
const sharing = z.strictObject({ share: z.int().check(z.minimum(1), z.maximum(99)) });
const anew = 'A new iteration begins: everybody is divided anew, and what was seen before stays apart.';

/** Divides people from now on. */
export const startExperiment = aboutSubject({
  inputs: sharing,
  offer: (db, { subject }) =>
    offerWhen(db, {
      subject,
      isPossible: isNotRunning,
      offer: ({ share }) => ({
        sentences: ['People are divided within ten seconds, on the pages they open next.', anew, nothingSent],
        inputs: [shareInput(share)],
      }),
    }),
  effect: (trx, { subject, at, inputs: { share } }) =>
    change(trx, { subject, at, isPossible: isNotRunning, to: { state: 'running', share } }),
});

/** Divides people otherwise. */
export const splitExperiment = aboutSubject({
  inputs: sharing,
  offer: (db, { subject }) =>
    offerWhen(db, {
      subject,
      isPossible: isRunning,
      offer: ({ share }) => ({
        sentences: [`Now ${share} % are in treatment. ${anew}`, nothingSent],
        inputs: [shareInput(share)],
      }),
    }),
  effect: async (trx, { subject, at, inputs: { share } }) => {
    // The same share would begin no iteration.
    if ((await standing(trx, subject))?.share === share) return refuse('CONFLICT');
    return change(trx, { subject, at, isPossible: isRunning, to: { share } });
  },
});

const endings = [
  { value: 'control', label: 'Control for everybody' },
  { value: 'treatment', label: 'Treatment for everybody' },
  { value: 'off', label: 'Off: as if the experiment were not there' },
];

/** Gives everybody the same from now on. */
export const stopExperiment = aboutSubject({
  inputs: z.strictObject({ shown: z.enum(['control', 'treatment', 'off']) }),
  offer: (db, { subject }) =>
    offerWhen(db, {
      subject,
      isPossible: isRunning,
      offer: () => ({
        sentences: [
          'Nobody is divided any more: everybody gets the same within ten seconds, on the pages they open next.',
          'What it has shown stays. Whoever was shown it in the last seven days may still pay and be counted.',
          nothingSent,
        ],
        inputs: [{ kind: 'choice', name: 'shown', label: 'What everybody gets', options: endings }],
      }),
    }),
  effect: (trx, { subject, at, inputs: { shown } }) =>
    change(trx, { subject, at, isPossible: isRunning, to: { state: shown } }),
});
