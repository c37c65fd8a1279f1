import type { CSSProperties } from 'react';
import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { longDay, unbrokenDay } from '#web/i18n/long-day.ts';
import layout from '#web/ui/layout.module.css';
import { joiningText, payerText, termEndText } from '../subscription-texts.ts';
import { termLine } from './term-line.ts';
import style from './term-picture.module.css';

/** The paid term as a timeline: today, the reminders, the end, and who pays. */
export function TermPicture({ subscription }: { subscription: SubscriptionView }) {
  const { term, state } = subscription;
  const [payer, joining] = [payerText(subscription), joiningText(subscription)];
  const { until, today, reminders } = termLine(subscription);
  const runs = state === 'CURRENT';
  const [first, second] = term.reminders.filter((day) => day > term.from).map(unbrokenDay);
  return (
    <figure className={style.picture}>
      <div
        className={style.line}
        role="img"
        aria-label={m.account_year_picture({ from: longDay(term.from), until: longDay(until) })}
      >
        <span className={style.gone} style={{ inlineSize: `${runs ? today : 100}%` }} />
        {reminders.map((place) => (
          <span key={place} className={style.reminder} style={at(place)} />
        ))}
        {runs && <span className={style.today} style={at(today)} />}
      </div>
      <div className={style.ends}>
        <span>{m.account_year_from({ date: unbrokenDay(term.from) })}</span>
        <span>{termEndText(subscription)}</span>
      </div>
      {runs && (
        <figcaption className={style.legend}>
          <span className={style.entry}>
            <span className={style.today} aria-hidden="true" />
            <span>{m.account_year_today({ date: unbrokenDay(term.today) })}</span>
          </span>
          {first !== undefined && (
            <span className={style.entry}>
              <span className={style.reminder} aria-hidden="true" />
              <span>
                {second === undefined
                  ? m.account_year_reminder({ first })
                  : m.account_year_reminders({ first, second })}
              </span>
            </span>
          )}
        </figcaption>
      )}
      {payer !== null && <p className={layout.soft}>{payer}</p>}
      {joining !== null && <p className={layout.soft}>{joining}</p>}
    </figure>
  );
}

const at = (place: number) => ({ '--at': `${place}%` }) as CSSProperties;
