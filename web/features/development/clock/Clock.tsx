import { useState } from 'react';
import type { ClockView } from '#contract/api/development.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { NotFound } from '#web/problems/pages.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import style from './clock.module.css';

/**
 * The movable clock of development: a year replayed in a minute. Where real money is taken neither its routes nor this
 * page exist.
 */
export function Screen() {
  const clock = useQuery('GET /v2/development/clock', {});
  if (clock.state === 'ready') return <Clock first={clock.data} />;
  const failed = clock.state === 'failed' ? clock : null;
  if (failed?.problem.code === 'NOT_FOUND') return <NotFound />;
  return (
    <div className={style.page}>
      <PageHeading>{m.clock_heading()}</PageHeading>
      {failed === null ? (
        <FormSkeleton />
      ) : (
        <div role="alert">
          <Notice tone="error">
            <p>{failed.problem.message}</p>
            <span>
              <Button variant="quiet" onClick={failed.retry}>
                {m.ui_try_again()}
              </Button>
            </span>
          </Notice>
        </div>
      )}
    </div>
  );
}

const steps = [1, 7, 30, 365] as const;
/** Moving a year stops at every day on which something is due. */
const moveTimeoutMs = 180_000;
type Step = (typeof steps)[number];
const stepText = (days: Step) => m.clock_days({ count: days });

function Clock({ first }: { first: ClockView }) {
  const [view, setView] = useState(first);
  const [moving, setMoving] = useState<Step | null>(null);
  const [news, setNews] = useState('');
  const [shownError, setShownError] = useState<string | null>(null);
  const move = async (days: Step) => {
    if (moving !== null) return;
    setMoving(days);
    setShownError(null);
    setNews(m.clock_moving());
    const result = await call('POST /v2/development/clock', { body: { days } }, { timeoutMs: moveTimeoutMs });
    setMoving(null);
    setNews(result.ok ? m.clock_moved({ count: days }) : '');
    if (result.ok) setView(result.data);
    else setShownError(result.problem.message);
  };
  return (
    <div className={style.page}>
      <PageHeading subtitle={m.clock_lead()}>{m.clock_heading()}</PageHeading>
      <Now view={view} />
      <section className={layout.part} aria-labelledby="clock-move">
        <h2 id="clock-move">{m.clock_move()}</h2>
        <div className={style.steps}>
          {steps.map((days) => (
            <Button key={days} variant="quiet" waiting={moving === days} onClick={() => void move(days)}>
              {stepText(days)}
            </Button>
          ))}
        </div>
        <p role="status" className={style.news}>
          {news}
        </p>
        {shownError !== null && (
          <div role="alert">
            <Notice tone="error">
              <p>
                <strong>{m.clock_failed()}</strong>
              </p>
              <p>{shownError}</p>
            </Notice>
          </div>
        )}
        <p className={layout.soft}>
          {m.clock_session()} {m.clock_inbox()}
        </p>
      </section>
      <Events events={view.events} />
    </div>
  );
}

function Now({ view: { now, aheadMs } }: { view: ClockView }) {
  const days = Math.round(aheadMs / 86_400_000);
  return (
    <div className={style.now}>
      <p className={layout.soft}>{m.clock_now()}</p>
      <p className={style.time}>{formatInstant(now, { dateStyle: 'full', timeStyle: 'short' })}</p>
      <p className={layout.soft}>{days === 0 ? m.clock_real() : m.clock_ahead({ days })}</p>
    </div>
  );
}

const kinds = { CHARGE: m.clock_kind_CHARGE, REFUND: m.clock_kind_REFUND, MAIL: m.clock_kind_MAIL };
const objectTexts: Record<string, () => string> = {
  SIGN_UP: m.clock_SIGN_UP,
  INVITE: m.clock_INVITE,
  RENEWAL: m.clock_RENEWAL,
  UPGRADE: m.clock_UPGRADE,
  PROFESSIONAL_PLAN: m.clock_PROFESSIONAL_PLAN,
  CODE_BUNDLE: m.clock_CODE_BUNDLE,
  BY_PAYER: m.clock_BY_PAYER,
  CANCELLED_MEANWHILE: m.clock_CANCELLED_MEANWHILE,
  NOT_COMPLETED: m.clock_NOT_COMPLETED,
  BY_SUPPORT: m.clock_BY_SUPPORT,
};

function Events({ events }: Pick<ClockView, 'events'>) {
  return (
    <section className={layout.part} aria-labelledby="clock-events">
      <h2 id="clock-events">{m.clock_events()}</h2>
      {events.length === 0 && <p>{m.clock_none()}</p>}
      <ol className={style.events}>
        {events.map(({ at, kind, what, amount }, index) => (
          <li key={`${at} ${kind} ${what} ${index}`} className={style.event} data-kind={kind}>
            <time dateTime={at}>{formatInstant(at, { dateStyle: 'medium' })}</time>
            <span className={style.kind}>{kinds[kind]()}</span>
            {/* A mail is named by its template. */}
            <span>{objectTexts[what]?.() ?? what}</span>
            {amount !== null && <span className={style.amount}>{formatCents(amount)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Days of the rules begin in UTC. */
function formatInstant(instant: string, shape: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLanguage(), { ...shape, timeZone: 'UTC' }).format(new Date(instant));
}
