import { experiments, isExperimentKey, isSwitch } from '#contract/sign-up/experiments.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

/** Checked when money moves or a message is sent, not only when pages are rendered. */
const isImmediate = (key: string) => key === 'hide-promotions' || key === 'hide-texts';

/** Switches a feature off for everybody, or on again. */
function switchAction({
  from,
  to,
  sentence,
}: {
  from: 'off' | 'treatment';
  to: 'off' | 'treatment';
  sentence: string;
}) {
  return subjectAction({
    offer: async (db, { subject }) => {
      const rows = await db
        .selectFrom('experiments')
        .select('key')
        .where('state', '=', from)
        .$if(subject !== 'switches', (query) => query.where('key', '=', subject))
        .orderBy('key')
        .execute();
      return rows.flatMap(({ key }) =>
        isExperimentKey(key) && isSwitch(key)
          ? [
              {
                subject: key,
                sentences: [
                  `${experiments[key].describes}: ${sentence} ${isImmediate(key) ? 'at once' : 'within ten seconds'}.`,
                  nothingSent,
                ],
              },
            ]
          : [],
      );
    },
    effect: async (trx, { subject, at }) => {
      const turned = await trx
        .updateTable('experiments')
        .set({ state: to, changedAt: at })
        .where('key', '=', subject)
        .where('state', '=', from)
        .returning('key')
        .executeTakeFirst();
      return turned ? undefined : refuse('CONFLICT');
    },
  });
}

export const turnSwitchOn = switchAction({ from: 'off', to: 'treatment', sentence: 'on for everyone' });
export const turnSwitchOff = switchAction({ from: 'treatment', to: 'off', sentence: 'off for everyone' });
