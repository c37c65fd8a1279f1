import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { ExperimentView } from '#contract/api/staff/staff-experiments.ts';
import { type ExperimentKey, isExperimentKey } from '#contract/sign-up/experiments.ts';
import { useQuery } from '#web/api/use-query.ts';
import fields from '#web/ui/form/fields.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { ActionPanel } from '../ActionPanel.tsx';
import { StaffMessage } from '../StaffMessage.tsx';
import style from '../staff.module.css';
import { Unavailable } from '../Unavailable.tsx';
import growth from './growth.module.css';
import { dayOf, stateText } from './growth-texts.ts';
import { Results } from './Results.tsx';

/** An experiment's state, results and actions. */
export function Experiment() {
  const { key = '' } = useParams();
  if (!isExperimentKey(key)) return <StaffMessage heading="There is no such experiment" />;
  return <ExperimentPage key={key} experiment={key} />;
}

function ExperimentPage({ experiment }: { experiment: ExperimentKey }) {
  const [iteration, setIteration] = useState<number>();
  const answer = useQuery('GET /v2/staff/experiments/:key', {
    params: { key: experiment },
    query: iteration === undefined ? {} : { iteration },
  });
  const view = answer.state === 'ready' ? answer.data : answer.last;
  if (answer.state === 'failed')
    return <Unavailable heading="This experiment cannot be shown" problem={answer.problem} onRetry={answer.retry} />;
  if (!view) return <FormSkeleton />;
  const handleDone = () => {
    // A new iteration may have started: show the latest.
    setIteration(undefined);
    void answer.refresh();
  };
  return (
    <div className={style.columns}>
      <div className={style.page}>
        <ExperimentSummary view={view} onIteration={setIteration} />
        {view.results && <Results results={view.results} />}
      </div>
      <ActionPanel heading="Change it" userId={null} offers={view.actions} onDone={handleDone} />
    </div>
  );
}

type SummaryProps = { view: ExperimentView; onIteration: (iteration: number) => void };

function ExperimentSummary({ view, onIteration }: SummaryProps) {
  const { key, describes, audience, epicKey, iterations, results } = view;
  return (
    <section className={style.panel} aria-label="Status">
      <Link className={style.back} to="/experiments">
        All experiments
      </Link>
      <PageHeading>{describes}</PageHeading>
      <p className={style.soft}>{[key, epicKey, `shown to ${audience.replaceAll('-', ' ')}`].join(' · ')}</p>
      <p>{stateText(view)}</p>
      {results === null && <p>It has never run.</p>}
      {iterations.length > 0 && (
        <label className={growth.filter}>
          <span className={style.label}>Iteration</span>
          <select
            className={fields.select}
            value={results?.iteration}
            onChange={({ target }) => onIteration(Number(target.value))}
          >
            {iterations.map(({ iteration, share, startedAt, endedAt }) => (
              <option key={iteration} value={iteration}>
                {`${iteration}: ${share} % in treatment, ${dayOf(startedAt)} to ${endedAt ? dayOf(endedAt) : 'now'}`}
              </option>
            ))}
          </select>
        </label>
      )}
    </section>
  );
}
