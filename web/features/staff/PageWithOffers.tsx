import type { ReactNode } from 'react';
import type { ActionDone, OfferedAction } from '#contract/api/staff-people.ts';
import type { Query } from '#web/api/use-query.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { Offers } from './Offers.tsx';
import { Unavailable } from './Unavailable.tsx';
import style from './staff.module.css';

type Props<Data> = {
  answer: Query<Data>;
  children: (data: Data) => ReactNode;
  onDone?: (done: ActionDone, offer: OfferedAction) => void;
};

/** A page about something that is no person, and beside it what can be done there; then it is read anew. */
export function PageWithOffers<Data extends { offers: readonly OfferedAction[] }>(props: Props<Data>) {
  const { answer, children, onDone } = props;
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed')
    return <Unavailable heading="This page cannot be shown" problem={answer.problem} onRetry={answer.retry} />;
  const done = (result: ActionDone, offer: OfferedAction) => {
    onDone?.(result, offer);
    void answer.refresh();
  };
  return (
    <div className={style.columns}>
      <div className={style.page}>{children(answer.data)}</div>
      <Offers heading="What can be done" userId={null} offers={answer.data.offers} onDone={done} />
    </div>
  );
}
