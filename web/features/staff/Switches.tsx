import type { SwitchRow } from '#contract/api/staff/staff-codes.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DataTable } from './DataTable.tsx';
import { PageWithActions } from './PageWithActions.tsx';
import style from './staff.module.css';
import { instant } from './staff-texts.ts';

const rowOf = ({ key, describes, isOn, changedAt, by, reason }: SwitchRow) => ({
  key,
  cells: [
    describes,
    isOn ? <strong key="on">On for everyone</strong> : 'Off',
    `${instant(changedAt)} UTC`,
    by ?? '–',
    reason ?? '–',
  ],
});

/** Kill switches for features, with who used them and why. */
export function Switches() {
  const answer = useQuery('GET /v2/staff/switches', {});
  return (
    <PageWithActions answer={answer}>
      {({ switches }) => (
        <>
          <PageHeading>Switches</PageHeading>
          <p className={style.soft}>Each switch disables a feature for everyone within ten seconds.</p>
          <DataTable label="Switches" columns={['What', 'State', 'Since', 'By', 'Why']} rows={switches.map(rowOf)} />
        </>
      )}
    </PageWithActions>
  );
}
