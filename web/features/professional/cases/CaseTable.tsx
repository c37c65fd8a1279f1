import { memo } from 'react';
import { Link } from 'react-router';
import type { CaseParent, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import layout from '#web/ui/layout.module.css';
import { caseAddress, familyName, fullName } from './case-texts.ts';
import style from './cases.module.css';
import { StageBadge } from './StageBadge.tsx';

/** A table of families; below 900 px each row is a card. */
export function CaseTable({ cases }: { cases: readonly ProfessionalCase[] }) {
  const columns = [
    m.pro_cases_column_family(),
    m.pro_cases_column_parents(),
    m.pro_cases_column_plan(),
    m.pro_cases_column_ends(),
  ];
  return (
    <table className={style.table}>
      <thead>
        <tr>
          {columns.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cases.map((family) => (
          <CaseRow key={family.familyId} family={family} />
        ))}
      </tbody>
    </table>
  );
}

/** Focuses the first added row, because thousands may precede it. */
const CaseRow = memo(({ family }: { family: ProfessionalCase }) => {
  const { familyId, children, parents } = family;
  const ends = parents.flatMap(({ paidPlan }) => paidPlan?.until ?? []).toSorted()[0];
  return (
    <tr>
      <th scope="row">
        <Link to={caseAddress(familyId)}>
          <span aria-hidden="true">{lastNames(parents)}</span>
          <VisuallyHidden>{m.pro_cases_manage({ name: familyName(family) })}</VisuallyHidden>
        </Link>
        <span className={layout.soft}>
          {children.length > 0 ? m.pro_cases_children({ names: children.join(', ') }) : m.pro_cases_no_children()}
        </span>
      </th>
      <td>
        {parents.map((parent) => (
          <div key={parent.userId} className={style.parent}>
            <span>{fullName(parent)}</span>
            <StageBadge stage={parent.stage} />
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
