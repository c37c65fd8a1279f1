import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { EventDeliveryRow, EventEndpointRow } from '#contract/api/staff/staff-events.ts';
import type { ActionDone, OfferedAction, Shown } from '#contract/api/staff/staff-people.ts';
import { useQuery } from '#web/api/use-query.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DataTable } from './DataTable.tsx';
import { PageWithActions } from './PageWithActions.tsx';
import { RevealedData } from './RevealedData.tsx';
import style from './staff.module.css';
import { endpointStateText, instant } from './staff-texts.ts';

const factsOf = (endpoint: EventEndpointRow): Shown[] => [
  { label: 'Address', value: endpoint.url },
  { label: 'State', value: endpointStateText(endpoint) },
  { label: 'Receives', value: endpoint.types.join(', ') || 'everything' },
  { label: 'Personal data', value: endpoint.personalData ? 'included' : 'none' },
  {
    label: 'Secret',
    value:
      endpoint.earlierSecretUntil === null
        ? 'one'
        : `the earlier one also signs until ${instant(endpoint.earlierSecretUntil)} UTC`,
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

/** An endpoint with its state, its failed deliveries and its actions. */
export function EventEndpoint() {
  const { endpointId = '' } = useParams();
  return <EndpointPage key={endpointId} endpointId={endpointId} />;
}

function EndpointPage({ endpointId }: { endpointId: string }) {
  const answer = useQuery('GET /v2/staff/event-endpoints/:endpointId', { params: { endpointId } });
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const navigate = useNavigate();
  const handleDone = (result: ActionDone, { action }: OfferedAction) => {
    if (action === 'REMOVE_EVENT_ENDPOINT') void navigate('/events');
    else setShown(result.shown);
  };
  return (
    <PageWithActions answer={answer} onDone={handleDone}>
      {(endpoint) => (
        <>
          <div className={style.intro}>
            <Link className={style.back} to="/events">
              All endpoints
            </Link>
            <PageHeading>{new URL(endpoint.url).host}</PageHeading>
          </div>
          <div role="status">{shown.length > 0 && <RevealedData rows={shown} />}</div>
          <section className={style.panel} aria-label="Status">
            <RevealedData rows={factsOf(endpoint)} />
          </section>
          <Deliveries title="Waiting" count={endpoint.waiting} rows={endpoint.firstWaiting} since="Failing since" />
          <Deliveries title="Given up" count={endpoint.givenUp} rows={endpoint.firstGivenUp} since="Given up" />
        </>
      )}
    </PageWithActions>
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
