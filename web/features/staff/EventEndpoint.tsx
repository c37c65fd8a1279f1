import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { EventDeliveryRow, EventEndpointRow } from '#contract/api/staff-events.ts';
import type { ActionDone, OfferedAction, Shown } from '#contract/api/staff-people.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { DataTable } from './DataTable.tsx';
import { Offers } from './Offers.tsx';
import { Seen } from './Seen.tsx';
import { Unavailable } from './Unavailable.tsx';
import { endpointState, instant } from './staff-words.ts';
import style from './staff.module.css';

const factsOf = (endpoint: EventEndpointRow): Shown[] => [
  { label: 'Address', value: endpoint.url },
  { label: 'State', value: endpointState(endpoint) },
  { label: 'Told of', value: endpoint.types.join(', ') || 'everything' },
  { label: 'Personal data', value: endpoint.personalData ? 'goes along' : 'none' },
  {
    label: 'Secret',
    value:
      endpoint.earlierSecretUntil === null
        ? 'one'
        : `the earlier one signs too until ${instant(endpoint.earlierSecretUntil)} UTC`,
  },
  {
    label: 'Last failure',
    value:
      endpoint.lastFailureAt === null
        ? 'none'
        : `${endpoint.lastFailure ?? ''}, ${instant(endpoint.lastFailureAt)} UTC`,
  },
];

const rowOf = ({ sequence, subject, happenedAt, tries, since, lastFailure }: EventDeliveryRow) => ({
  key: sequence,
  cells: [subject, instant(happenedAt), String(tries), since === null ? 'no' : instant(since), lastFailure ?? 'none'],
});

/** One endpoint: how it goes, what it has not taken, and what may be done. */
export function EventEndpoint() {
  const { endpointId = '' } = useParams();
  return <EndpointPage key={endpointId} endpointId={endpointId} />;
}

function EndpointPage({ endpointId }: { endpointId: string }) {
  const answer = useQuery('GET /v2/staff/event-endpoints/:endpointId', { params: { endpointId } });
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const navigate = useNavigate();
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed') return <Unavailable problem={answer.problem} onRetry={answer.retry} />;
  const { url, waiting, givenUp, firstWaiting, firstGivenUp, offers } = answer.data;
  const done = (result: ActionDone, { action }: OfferedAction) => {
    if (action === 'REMOVE_EVENT_ENDPOINT') return void navigate('/events');
    setShown(result.shown);
    void answer.refresh();
  };
  return (
    <div className={style.columns}>
      <div className={style.page}>
        <div className={style.intro}>
          <Link className={style.back} to="/events">
            All endpoints
          </Link>
          <PageHeading>{new URL(url).host}</PageHeading>
        </div>
        <div role="status">{shown.length > 0 && <Seen rows={shown} />}</div>
        <section className={style.panel} aria-label="How it goes">
          <Seen rows={factsOf(answer.data)} />
        </section>
        <Deliveries title="Waiting" count={waiting} rows={firstWaiting} since="Fails since" />
        <Deliveries title="Given up" count={givenUp} rows={firstGivenUp} since="Given up" />
      </div>
      <Offers heading="What can be done" userId={null} offers={offers} onDone={done} />
    </div>
  );
}

type DeliveriesProps = { title: string; count: number; rows: readonly EventDeliveryRow[]; since: string };

function Deliveries({ title, count, rows, since }: DeliveriesProps) {
  return (
    <section className={style.panel} aria-labelledby={`events-${title}`}>
      <h2 id={`events-${title}`}>{`${title}: ${count}`}</h2>
      {count > rows.length && <p className={style.soft}>{`The first ${rows.length} are listed.`}</p>}
      {rows.length > 0 && (
        <DataTable
          label={title}
          columns={['Subject', 'Happened (UTC)', 'Tries', since, 'Last failure']}
          rows={rows.map(rowOf)}
        />
      )}
    </section>
  );
}
