import { memo } from 'react';
import { Link } from 'react-router';
import type { CaseParent, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { ColumnHeads } from '#web/ui/ColumnHeads.tsx';
import { caseAddress, fullName, stageText } from './case-texts.ts';
import style from './cases.module.css';

/** A table of families; below 900 px each row is a card. */
export function CaseTable({ cases }: { cases: readonly ProfessionalCase[] }) {
  const columns = [
    m.pro_cases_column_family(),
    m.pro_cases_column_parents(),
    m.pro_cases_column_plan(),
    m.pro_cases_column_ends(),
  ];
  return (
    <>
      <ul className={style.legend}>
        {legend.map(([stage, text]) => (
          <li key={stage}>
            <span className={style.mark} data-stage={stage} />
            {text()}
          </li>
        ))}
      </ul>
      <table className={style.table}>
        <ColumnHeads columns={columns} />
        <tbody>
          {cases.map((family) => (
            <CaseRow key={family.familyId} family={family} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const legend = [
  ['JOINED', m.pro_stage_JOINED],
  ['INVITED', m.pro_stage_INVITED],
  ['NOT_INVITED', m.pro_stage_NOT_INVITED],
  ['STOPPED', m.pro_stages_stopped],
] as const;

/** By shape and colour, and in words for screen readers and where a row is a card. */
function Stage({ stage, returned }: CaseParent) {
  const isReturned = returned && stage === 'INVITED';
  const isStopped = isReturned || stage === 'EXPIRED' || stage === 'REVOKED';
  return (
    <>
      <span className={style.mark} data-stage={isStopped ? 'STOPPED' : stage} />
      <span className={style.stage}>{isReturned ? m.pro_stage_returned() : stageText(stage)}</span>
    </>
  );
}

/** Focuses the first added row, because thousands may precede it. */
const CaseRow = memo(({ family }: { family: ProfessionalCase }) => {
  const { familyId, parents } = family;
  const ends = parents.flatMap(({ paidPlan }) => paidPlan?.until ?? []).toSorted()[0];
  return (
    <tr>
      <th scope="row">
        <Link to={caseAddress(familyId)}>{lastNames(parents)}</Link>
      </th>
      <td className={style.parents}>
        {parents.map((parent) => (
          <div key={parent.userId} className={style.parent}>
            <span>{fullName(parent)}</span> <Stage {...parent} />
          </div>
        ))}
      </td>
      <td>{planOf(parents)}</td>
      <td>
        {ends && <span className={style.label}>{m.pro_cases_column_ends()} </span>}
        {ends && longDay(ends)}
      </td>
    </tr>
  );
});
CaseRow.displayName = 'CaseRow';

const lastNames = (parents: readonly CaseParent[]) => [...new Set(parents.map(({ lastName }) => lastName))].join(' / ');

function planOf(parents: readonly CaseParent[]): string {
  const paid = parents.find(({ paidPlan }) => paidPlan)?.paidPlan;
  if (paid) return m.pro_cases_plan_by_you({ plan: paid.name });
  return parents.some(({ hasPlan }) => hasPlan) ? m.pro_case_plan_other() : m.pro_case_plan_none();
}
