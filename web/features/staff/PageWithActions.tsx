import type { ReactNode } from 'react';
import type { ActionDone, OfferedAction } from '#contract/api/staff/staff-people.ts';
import type { Query } from '#web/api/use-query.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { ActionPanel } from './ActionPanel.tsx';
import style from './staff.module.css';
import { Unavailable } from './Unavailable.tsx';

type Props<Data> = {
  answer: Query<Data>;
  children: (data: Data) => ReactNode;
  onDone?: (result: ActionDone, offer: OfferedAction) => void;
};

/** A page with actions about something other than a person; it reloads after each action. */
export function PageWithActions<Data extends { offers: readonly OfferedAction[] }>(props: Props<Data>) {
  const { answer, children, onDone } = props;
  if (answer.state === 'loading') return <FormSkeleton />;
  if (answer.state === 'failed')
    return <Unavailable heading="This page cannot be shown" problem={answer.problem} onRetry={answer.retry} />;
  const handleDone = (result: ActionDone, offer: OfferedAction) => {
    onDone?.(result, offer);
    void answer.refresh();
  };
  return (
    <div className={style.columns}>
      <div className={style.page}>{children(answer.data)}</div>
      <ActionPanel
        heading="Actions"
        userId={null}
        offers={answer.data.offers}
        emptyText="No action is possible here, or your role has none."
        onDone={handleDone}
      />
    </div>
  );
}
