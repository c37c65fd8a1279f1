import { Link } from 'react-router';
import type { PriceVersionView } from '#contract/api/staff-prices.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { Unavailable } from './Unavailable.tsx';
import { instant, priceStateWords } from './staff-words.ts';
import tables from './queues.module.css';
import style from './staff.module.css';

/** Every version of all prices, the latest first. */
export function PriceVersions() {
  return (
    <div className={style.page}>
      <PageHeading>Prices</PageHeading>
      <p className={style.soft}>
        A version holds every price of every list. To change one, make a draft of a version, change it, look at it as
        somebody, and publish it: a second person confirms that.
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
    <table className={tables.table} aria-label="Price versions">
      <thead>
        <tr>
          {['Version', 'State', 'In force from', 'Copied from'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {answer.data.versions.map((version) => (
          <Version key={version.number} version={version} />
        ))}
      </tbody>
    </table>
  );
}

function Version({ version: { number, title, state, inForceFrom, copiedFrom } }: { version: PriceVersionView }) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/prices/${number}`}>
          {number}: {title}
        </Link>
      </th>
      <td data-label="State">{priceStateWords[state]}</td>
      <td data-label="In force from">{inForceFrom === null ? '–' : `${instant(inForceFrom)} UTC`}</td>
      <td data-label="Copied from">{copiedFrom ?? '–'}</td>
    </tr>
  );
}
