import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { StorageConsent } from '#contract/sign-up/storage.ts';
import { m } from '#messages/messages.js';
import { bootData } from '#web/site/boot.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './storage.module.css';
import { answerStorageQuestion } from './storage-consent.ts';
import { neededItems, optionalItems } from './stored-items.ts';

/** What this site stores on a device and for how long, with the choice about optional storage. */
export function Screen() {
  // The prerendered page has no choice to show.
  const mounted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <div className={layout.page}>
      <PageHeading title={m.storage_link()} subtitle={m.storage_lead()}>
        {m.storage_heading()}
      </PageHeading>
      <Items heading={m.storage_needed()} items={neededItems} />
      <Items heading={m.storage_optional()} items={optionalItems}>
        {mounted && <Choice />}
      </Items>
      <p className={layout.soft}>{m.texts_sample()}</p>
    </div>
  );
}

function Items({ heading, items, children }: { heading: string; items: typeof neededItems; children?: ReactNode }) {
  return (
    <section className={layout.part}>
      <h2>{heading}</h2>
      {children}
      <Card>
        <dl className={style.items}>
          {items.map(({ name, what, howLong }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{what()}</dd>
              <dd className={layout.soft}>{howLong()}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}

const states: Record<StorageConsent, () => string> = {
  'not-needed': m.storage_is_kept,
  given: m.storage_is_allowed,
  ask: m.storage_is_asked,
  refused: m.storage_is_refused,
};

function Choice() {
  const [consent, setConsent] = useState(() => bootData().consent);
  const answer = (allowed: boolean) => {
    answerStorageQuestion(allowed);
    setConsent(allowed ? 'given' : 'refused');
  };
  return (
    <div className={layout.part}>
      <LiveText>{states[consent]()}</LiveText>
      <div className={layout.row}>
        {consent !== 'given' && consent !== 'not-needed' && (
          <Button variant="quiet" onClick={() => answer(true)}>
            {m.storage_allow()}
          </Button>
        )}
        {consent !== 'refused' && (
          <Button variant="quiet" onClick={() => answer(false)}>
            {m.storage_refuse()}
          </Button>
        )}
      </div>
    </div>
  );
}
