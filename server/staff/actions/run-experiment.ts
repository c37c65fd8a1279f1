import * as z from 'zod/mini';
import { isExperimentKey, isSwitch } from '#contract/sign-up/experiments.ts';
import type { ActionInput } from '#contract/staff/action-inputs.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { type Offer, subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

type ExperimentState = { state: 'running' | 'off' | 'control' | 'treatment'; share: number };

const readState = (db: DbOrTrx, key: string): Promise<ExperimentState | undefined> =>
  db.selectFrom('experiments').select(['state', 'share']).where('key', '=', key).executeTakeFirst();

/** Offers an action for an experiment in a suitable state. */
async function offerIfPossible(
  db: DbOrTrx,
  {
    subject,
    isPossible,
    offer,
  }: {
    subject: string;
    isPossible: (state: ExperimentState['state']) => boolean;
    offer: (current: ExperimentState) => Omit<Offer, 'subject'>;
  },
): Promise<Offer[]> {
  if (!isExperimentKey(subject) || isSwitch(subject)) return [];
  const current = await readState(db, subject);
  return current && isPossible(current.state) ? [{ subject, ...offer(current) }] : [];
}

/** Locks the row and checks the state again, because of concurrent changes. */
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
    isPossible: (state: ExperimentState['state']) => boolean;
    to: Partial<ExperimentState>;
  },
): Promise<Refusal<'CONFLICT'> | void> {
  const current = await trx
    .selectFrom('experiments')
    .select('state')
    .where('key', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  if (!current || !isPossible(current.state)) return refuse('CONFLICT');
  await trx
    .updateTable('experiments')
    .set({ ...to, changedAt: at })
    .where('key', '=', subject)
    .execute();
}

const isRunning = (state: ExperimentState['state']) => state === 'running';
const isNotRunning = (state: ExperimentState['state']) => !isRunning(state);
const shareInput = (share: number): ActionInput => ({
  kind: 'number',
  name: 'share',
  label: 'People in treatment, in percent',
  hint: '50 finds a difference soonest.',
  least: 1,
  most: 99,
  initial: Math.min(99, Math.max(1, share)),
});
const shareSchema = z.strictObject({ share: z.int().check(z.minimum(1), z.maximum(99)) });
const newIterationSentence = 'A new iteration starts: everyone is assigned again, and earlier results stay separate.';

export const startExperiment = subjectAction({
  inputs: shareSchema,
  offer: (db, { subject }) =>
    offerIfPossible(db, {
      subject,
      isPossible: isNotRunning,
      offer: ({ share }) => ({
        sentences: [
          'People are assigned within ten seconds, on the pages they open next.',
          newIterationSentence,
          nothingSent,
        ],
        inputs: [shareInput(share)],
      }),
    }),
  effect: (trx, { subject, at, inputs: { share } }) =>
    change(trx, { subject, at, isPossible: isNotRunning, to: { state: 'running', share } }),
});

export const splitExperiment = subjectAction({
  inputs: shareSchema,
  offer: (db, { subject }) =>
    offerIfPossible(db, {
      subject,
      isPossible: isRunning,
      offer: ({ share }) => ({
        sentences: [`Now ${share} % are in treatment. ${newIterationSentence}`, nothingSent],
        inputs: [shareInput(share)],
      }),
    }),
  effect: async (trx, { subject, at, inputs: { share } }) => {
    // The same share would start no new iteration.
    if ((await readState(trx, subject))?.share === share) return refuse('CONFLICT');
    return change(trx, { subject, at, isPossible: isRunning, to: { share } });
  },
});

const endings = [
  { value: 'control', label: 'Control for everyone' },
  { value: 'treatment', label: 'Treatment for everyone' },
  { value: 'off', label: 'Off: as if the experiment were not there' },
];

/** Shows everybody the same variant from now on. */
export const stopExperiment = subjectAction({
  inputs: z.strictObject({ shown: z.enum(['control', 'treatment', 'off']) }),
  offer: (db, { subject }) =>
    offerIfPossible(db, {
      subject,
      isPossible: isRunning,
      offer: () => ({
        sentences: [
          'Assignment stops: within ten seconds, everyone gets the same on the pages they open next.',
          'What it has shown stays. Whoever was shown it in the last seven days may still pay and be counted.',
          nothingSent,
        ],
        inputs: [{ kind: 'choice', name: 'shown', label: 'What everyone gets', options: endings }],
      }),
    }),
  effect: (trx, { subject, at, inputs: { shown } }) =>
    change(trx, { subject, at, isPossible: isRunning, to: { state: shown } }),
});
