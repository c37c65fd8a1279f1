import { useState } from 'react';
import { Link } from 'react-router';
import type { EventEndpointRow } from '#contract/api/staff/staff-events.ts';
import type { Shown } from '#contract/api/staff/staff-people.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DataTable } from './DataTable.tsx';
import { PageWithActions } from './PageWithActions.tsx';
import tables from './queues.module.css';
import { RevealedData } from './RevealedData.tsx';
import { endpointStateText, instant } from './staff-texts.ts';

const rowOf = (endpoint: EventEndpointRow) => {
  const { id, url, waiting, oldestWaitingSince, givenUp, lastFailure, lastFailureAt } = endpoint;
  return {
    key: id,
    cells: [
      <Link key="url" className={tables.address ?? ''} to={`/events/${id}`}>
        {url}
      </Link>,
      endpointStateText(endpoint),
      oldestWaitingSince === null ? String(waiting) : `${waiting}, since ${instant(oldestWaitingSince)}`,
      String(givenUp),
      lastFailureAt === null ? 'none' : `${lastFailure ?? ''}, ${instant(lastFailureAt)}`,
    ],
  };
};

/** The systems that receive events. */
export function EventEndpoints() {
  const answer = useQuery('GET /v2/staff/event-endpoints', {});
  const [shown, setShown] = useState<readonly Shown[]>([]);
  return (
    <PageWithActions answer={answer} onDone={(done) => setShown(done.shown)}>
      {({ endpoints }) => (
        <>
          <PageHeading>Events</PageHeading>
          <p>Other systems that are told about changes here. Times are UTC.</p>
          <div role="status">{shown.length > 0 && <RevealedData rows={shown} />}</div>
          <DataTable
            label="Endpoints"
            columns={['Address', 'State', 'Waiting', 'Given up', 'Last failure']}
            rows={endpoints.map(rowOf)}
          />
        </>
      )}
    </PageWithActions>
  );
}
