import { useId } from 'react';
import { m } from '#messages/messages.js';
import style from '#web/join-session/step-page/step-page.module.css';
import { bootData } from '#web/site/boot.ts';
import { Card } from '#web/ui/Card.tsx';

/** Beside step 1: the selection, who is notified, and the amount due. The price is from the site's own list. */
export function SoFar() {
  const id = useId();
  const { fromPerMonth: price } = bootData();
  const facts = [
    { name: m.so_far_plan(), value: price ? m.so_far_plan_from({ price }) : m.so_far_plan_later() },
    { name: m.so_far_co_parent(), value: m.so_far_co_parent_nobody() },
    { name: m.payment_due_today(), value: <strong>{m.so_far_due_nothing()}</strong> },
  ];
  return (
    <Card as="aside" labelledBy={id}>
      <h2 id={id}>{m.so_far_heading()}</h2>
      <dl className={style.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
