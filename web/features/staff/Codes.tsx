import type { BatchRow, DiscountRow } from '#contract/api/staff/staff-codes.ts';
import type { ActionDone, OfferedAction, Shown } from '#contract/api/staff/staff-people.ts';
import { saveTable } from '#web/api/save-file.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DataTable } from './DataTable.tsx';
import { PageWithActions } from './PageWithActions.tsx';
import style from './staff.module.css';
import { instant } from './staff-texts.ts';

const endText = ({ endsAt, isOver }: { endsAt: string | null; isOver: boolean }) =>
  [isOver && 'over', endsAt === null ? !isOver && 'no end' : `${instant(endsAt)} UTC`].filter(Boolean).join(', ');
const usesOf = ({ uses, mostUses }: { uses: number; mostUses: number | null }) =>
  mostUses === null ? String(uses) : `${uses} of ${mostUses}`;

const discountRow = ({ key, worth, spentFormatted, budgetFormatted, ...used }: DiscountRow) => ({
  key,
  cells: [
    key,
    worth,
    usesOf(used),
    budgetFormatted === null ? spentFormatted : `${spentFormatted} of ${budgetFormatted}`,
    endText(used),
  ],
});
const batchRow = (batch: BatchRow) => ({
  key: batch.id,
  cells: [
    batch.madeFor,
    batch.worth,
    usesOf(batch),
    `${batch.spentFormatted} of ${batch.budgetFormatted}`,
    [endText(batch), !batch.isDownloaded && 'not downloaded yet'].filter(Boolean).join(', '),
  ],
});

/** Codes that are shown once, as a table for a spreadsheet. */
const tableOf = (shown: readonly Shown[]) => [['For', 'Code'], ...shown.map(({ label, value }) => [label, value])];

/** Coupons, activation codes for courts and programmes, and referrers' links, with their uses. */
export function Codes() {
  const answer = useQuery('GET /v2/staff/codes', {});
  const save = ({ shown }: ActionDone, { action }: OfferedAction) => {
    if (action === 'DOWNLOAD_CODES' && shown.length > 0)
      saveTable({ rows: tableOf(shown), name: 'activation-codes.csv' });
  };
  return (
    <PageWithActions answer={answer} onDone={save}>
      {({ coupons, batches, referrers, courtLinks }) => (
        <>
          <PageHeading>Codes</PageHeading>
          <h2>Coupons</h2>
          <DataTable
            label="Coupons"
            columns={['Code', 'Takes off', 'Uses', 'Spent', 'Ends']}
            rows={coupons.map(discountRow)}
          />
          <h2>Codes for courts and programs</h2>
          <DataTable
            label="Codes for courts and programs"
            columns={['For', 'Each pays', 'Uses', 'Spent', 'Ends']}
            rows={batches.map(batchRow)}
          />
          <h2>Links of referrers</h2>
          <DataTable
            label="Referrers"
            columns={['Key', 'Takes off', 'Uses', 'Spent', 'Ends']}
            rows={referrers.map(discountRow)}
          />
          <h2>Links of courts</h2>
          <DataTable
            label="Courts"
            columns={['Address', 'Court', 'State']}
            rows={courtLinks.map(({ key, name, isOver }) => ({
              key,
              cells: [`/app/fee-waiver?court=${key}`, name, isOver ? 'over' : 'in use'],
            }))}
          />
          <p className={style.soft}>Uses and spending include payments in progress. A decline removes them.</p>
        </>
      )}
    </PageWithActions>
  );
}
