import { Link } from 'react-router';
import type { PriceVersionView } from '#contract/api/staff/staff-prices.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { DataTable } from './DataTable.tsx';
import style from './staff.module.css';
import { instant, priceStateTexts } from './staff-texts.ts';
import { Unavailable } from './Unavailable.tsx';

/** All versions of the prices, the latest first. */
export function PriceVersions() {
  return (
    <div className={style.page}>
      <PageHeading>Prices</PageHeading>
      <p className={style.soft}>
        A version contains every price of every list. To change a price, make a draft of a version, change and preview
        it, then publish it. A second person confirms that.
      </p>
      <Versions />
    </div>
  );
}

function Versions() {
  const answer = useQuery('GET /v2/staff/price-versions', {});
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  return (
    <DataTable
      label="Price versions"
      columns={['Version', 'State', 'In force from', 'Copied from']}
      rows={answer.data.versions.map(rowOf)}
    />
  );
}

const rowOf = ({ number, title, state, inForceFrom, copiedFrom }: PriceVersionView) => ({
  key: number,
  cells: [
    <Link key="link" to={`/prices/${number}`}>
      {number}: {title}
    </Link>,
    priceStateTexts[state],
    inForceFrom === null ? '–' : `${instant(inForceFrom)} UTC`,
    copiedFrom ?? '–',
  ],
});
