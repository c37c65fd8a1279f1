import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { ActionDone, OfferedAction } from '#contract/api/staff/staff-people.ts';
import type { QueueRow } from '#contract/api/staff/staff-queues.ts';
import { type StaffQueueName, staffQueues } from '#contract/staff/staff-queues.ts';
import { Button } from '#web/ui/Button.tsx';
import { ColumnHeads } from '#web/ui/ColumnHeads.tsx';
import { ActionPanel } from './ActionPanel.tsx';
import queueStyle from './queues.module.css';

type Props = {
  queue: StaffQueueName;
  rows: readonly QueueRow[];
  onDone: (done: ActionDone, offer: OfferedAction) => void;
};

/** A page of a queue. A row's actions open below it. */
export function QueueTable({ queue, rows, onDone }: Props) {
  const { title, columns, actions, isAboutPerson } = staffQueues[queue];
  const [open, setOpen] = useState<string | null>(null);
  return (
    <table className={queueStyle.table} aria-label={title}>
      <ColumnHeads columns={['Person', ...columns, ...(actions.length > 0 ? ['Actions'] : [])]} />
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.key}>
            <tr>
              <th scope="row">{row.userId ? <Link to={`/people/${row.userId}`}>{row.name}</Link> : row.name}</th>
              {columns.map((column, at) => (
                <td key={column} data-label={column}>
                  {row.cells[at]}
                </td>
              ))}
              {actions.length > 0 && (
                <td className={queueStyle.act}>
                  {row.actions.length > 0 && (
                    <Button
                      variant="link"
                      aria-expanded={open === row.key}
                      onClick={() => setOpen(open === row.key ? null : row.key)}
                    >
                      Actions
                    </Button>
                  )}
                </td>
              )}
            </tr>
            {open === row.key && (
              <tr>
                <td colSpan={columns.length + 2}>
                  <ActionPanel
                    heading={`Actions: ${row.name}`}
                    userId={isAboutPerson ? row.userId : null}
                    offers={row.actions}
                    onDone={(done, offer) => {
                      setOpen(null);
                      onDone(done, offer);
                    }}
                  />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
