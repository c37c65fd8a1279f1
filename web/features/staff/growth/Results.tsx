import type {
  DifferenceView,
  ExperimentResults,
  GuardrailView,
  InterimResultView,
} from '#contract/api/staff/staff-experiments.ts';
import { Notice } from '#web/ui/Card.tsx';
import { DataTable } from '../DataTable.tsx';
import style from '../staff.module.css';
import { Curve } from './Curve.tsx';
import growth from './growth.module.css';
import { guardrailTexts, paidShare, percent, points, verdictTexts } from './growth-texts.ts';

const intervalText = ({ low, high }: DifferenceView) => `${points(low)} to ${points(high)}`;

/** The verdict first, then the main measure, then the guardrails. */
export function Results({ results: { verdict, shown, interimResults, guardrails } }: { results: ExperimentResults }) {
  const { title, explanation } = verdictTexts[verdict];
  const last = interimResults.at(-1);
  return (
    <>
      <section className={style.panel} aria-labelledby="measure">
        <h2 id="measure">{title}</h2>
        {verdict === 'MISMATCH' ? (
          <Notice tone="error">
            <p>{explanation}</p>
          </Notice>
        ) : (
          <p>{explanation}</p>
        )}
        <p className={style.soft}>
          Shown to {shown.control} people as control and {shown.treatment} as treatment. Each person counts eight days
          later, once it is known whether they paid within seven.
        </p>
        {last && <Measure interimResult={last} />}
        {interimResults.length > 1 && <Curves interimResults={interimResults} />}
        {interimResults.length > 0 && <InterimResults interimResults={interimResults} />}
      </section>
      <Guardrails guardrails={guardrails} />
    </>
  );
}

function Measure({ interimResult: { control, treatment, difference } }: { interimResult: InterimResultView }) {
  const rows = [
    ['Control', `${percent(paidShare(control))} paid`, `${control.paid} of ${control.people}`],
    ['Treatment', `${percent(paidShare(treatment))} paid`, `${treatment.paid} of ${treatment.people}`],
    difference
      ? ['Difference', `${points(difference.estimate)} points`, `${intervalText(difference)}, 95 % sure at every look`]
      : ['Difference', 'Not enough yet', ''],
  ] as const;
  return (
    <dl className={growth.numbers}>
      {rows.map(([label, value, detail]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            <small>{detail}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Curves({ interimResults }: { interimResults: readonly InterimResultView[] }) {
  const days = interimResults.map(({ day }) => day);
  const differences = interimResults.map(({ difference }) => difference);
  return (
    <div className={growth.curves}>
      <Curve
        title="Paid, percent of those who were shown it"
        days={days}
        lines={[
          {
            name: 'Control',
            color: '--ink-soft',
            values: interimResults.map(({ control }) => paidShare(control) * 100),
          },
          {
            name: 'Treatment',
            color: '--primary',
            values: interimResults.map(({ treatment }) => paidShare(treatment) * 100),
          },
        ]}
      />
      {differences.some((difference) => difference !== null) && (
        <Curve
          title="Treatment less control, in points, with its interval"
          days={days}
          lines={[
            { name: 'Difference', color: '--primary', values: differences.map((one) => one && one.estimate * 100) },
          ]}
          band={{
            low: differences.map((one) => one && one.low * 100),
            high: differences.map((one) => one && one.high * 100),
          }}
        />
      )}
    </div>
  );
}

function InterimResults({ interimResults }: { interimResults: readonly InterimResultView[] }) {
  const rows = interimResults.toReversed().map(({ day, control, treatment, difference }) => ({
    key: day,
    cells: [
      day,
      `${control.paid} of ${control.people}`,
      `${treatment.paid} of ${treatment.people}`,
      difference ? points(difference.estimate) : 'not enough',
      difference ? intervalText(difference) : '',
    ],
  }));
  const columns = ['Until', 'Control', 'Treatment', 'Difference', 'Interval'];
  return (
    <details>
      <summary className={growth.summary}>Day by day</summary>
      <DataTable label="Day by day" columns={columns} rows={rows} />
    </details>
  );
}

function Guardrails({ guardrails }: { guardrails: readonly GuardrailView[] }) {
  const heading = 'What should not get worse';
  const rows = guardrails.map((guardrail) => ({
    key: guardrail.guardrail,
    cells: [guardrailTexts[guardrail.guardrail], ...cellsOf(guardrail)],
  }));
  return (
    <section className={style.panel} aria-labelledby="guardrails">
      <h2 id="guardrails">{heading}</h2>
      <DataTable label={heading} columns={['Guardrail', 'Control', 'Treatment', 'Difference']} rows={rows} />
    </section>
  );
}

function cellsOf({ guardrail, control, treatment, difference }: GuardrailView): string[] {
  const isMinutes = guardrail === 'MINUTES';
  const shownAs = (value: number | null) => (value === null ? 'nobody' : isMinutes ? value.toFixed(1) : percent(value));
  const factor = ({ low, high }: DifferenceView) => `× ${low.toFixed(2)} to ${high.toFixed(2)}`;
  const compared = difference && (isMinutes ? factor(difference) : `${intervalText(difference)} points`);
  return [shownAs(control), shownAs(treatment), compared ?? 'not enough'];
}
