import { experiments, isExperimentKey, isSwitch } from '#contract/experiments.ts';
import { refuse } from '../../refusal.ts';
import { aboutSubject } from '../action.ts';
import { nothingSent } from './sentences.ts';

/** Looked at where money or a message would go, and not only where pages are made. */
const isAtOnce = (key: string) => key === 'hide-promotions' || key === 'hide-texts';

/** Takes something away from everybody, or gives it back. */
function turn({ from, to, says }: { from: 'off' | 'treatment'; to: 'off' | 'treatment'; says: string }) {
  return aboutSubject({
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
                  `${experiments[key].describes}: ${says} ${isAtOnce(key) ? 'at once' : 'within ten seconds'}.`,
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

export const turnSwitchOn = turn({ from: 'off', to: 'treatment', says: 'so for everybody' });
export const turnSwitchOff = turn({ from: 'treatment', to: 'off', says: 'so for nobody' });
