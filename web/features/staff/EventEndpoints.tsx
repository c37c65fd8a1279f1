import { useState } from 'react';
import { Link } from 'react-router';
import type { EventEndpointRow } from '#contract/api/staff-events.ts';
import type { Shown } from '#contract/api/staff-people.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { PageWithOffers } from './PageWithOffers.tsx';
import { DataTable } from './DataTable.tsx';
import { Seen } from './Seen.tsx';
import { endpointState, instant } from './staff-words.ts';
import tables from './queues.module.css';

const rowOf = (endpoint: EventEndpointRow) => {
  const { id, url, waiting, oldestWaitingSince, givenUp, lastFailure, lastFailureAt } = endpoint;
  return {
    key: id,
    cells: [
      <Link key="url" className={tables.address ?? ''} to={`/events/${id}`}>
        {url}
      </Link>,
      endpointState(endpoint),
      oldestWaitingSince === null ? String(waiting) : `${waiting}, since ${instant(oldestWaitingSince)}`,
      String(givenUp),
      lastFailureAt === null ? 'none' : `${lastFailure ?? ''}, ${instant(lastFailureAt)}`,
    ],
  };
};

/** Which other systems are told of events. */
export function EventEndpoints() {
  const answer = useQuery('GET /v2/staff/event-endpoints', {});
  const [shown, setShown] = useState<readonly Shown[]>([]);
  return (
    <PageWithOffers answer={answer} onDone={(done) => setShown(done.shown)}>
      {({ endpoints }) => (
        <>
          <PageHeading>Events</PageHeading>
          <p>Other systems that are told of what changes here. Times are UTC.</p>
          <div role="status">{shown.length > 0 && <Seen rows={shown} />}</div>
          <DataTable
            label="Endpoints"
            columns={['Address', 'State', 'Waiting', 'Given up', 'Last failure']}
            rows={endpoints.map(rowOf)}
          />
        </>
      )}
    </PageWithOffers>
  );
}
