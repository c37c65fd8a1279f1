import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { laterAddresses } from '#contract/later-addresses.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { useQuery } from '#web/api/use-query.ts';
import { storeArrival } from '#web/plans/fee-waiver/arrival.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { Actions, ButtonLink } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';

const keyIn = (typed: string | null) => (typed !== null && /^[\w-]{1,64}$/.test(typed) ? typed : null);

/** The page of a court's link for parents who cannot pay: what a fee waiver is, and where each parent requests it. */
export function Screen() {
  const [search] = useSearchParams();
  const key = keyIn(search.get('court'));
  const court = useQuery('GET /v2/courts/:key', key === null ? null : { params: { key } });
  useEffect(() => storeArrival(key ?? ''), [key]);
  // The page does not wait for the court's name, whose space is reserved.
  const name = court.state === 'ready' ? court.data.name : null;
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <PageHeading title={m.fee_waiver_door_title()} subtitle={m.fee_waiver_door_text()}>
        {m.fee_waiver_door_title()}
      </PageHeading>
      {key !== null && <p role="status">{name !== null ? m.fee_waiver_door_court({ court: name }) : '\u00a0'}</p>}
      <p>{m.fee_waiver_door_private()}</p>
      <Actions>
        <ButtonLink to={joinAddress(paths.yourDetails)}>{m.fee_waiver_door_begin()}</ButtonLink>
        <ButtonLink variant="quiet" to={laterAddresses.ownFeeWaiver}>
          {m.fee_waiver_door_account()}
        </ButtonLink>
      </Actions>
      <p className={layout.soft}>{m.fee_waiver_door_invited()}</p>
    </div>
  );
}
