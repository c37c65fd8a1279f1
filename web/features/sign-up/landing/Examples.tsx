import type { ReactNode } from 'react';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { classNames } from '#web/ui/class-names.ts';
import style from './examples.module.css';

/** Made-up people. */
const [one, other] = ['Renée', 'Joe'];

type Props = { label: string; heading: string; text: string; children: ReactNode };

/** A picture of the product, drawn with its own letters; screen readers get its label. */
function Example({ label, heading, text, children }: Props) {
  return (
    <figure className={style.example}>
      <div className={style.picture} role="img" aria-label={label}>
        {children}
      </div>
      <figcaption>
        <h3>{heading}</h3>
        <p>{text}</p>
      </figcaption>
    </figure>
  );
}

const Top = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={style.top}>
    <b>{title}</b>
    {children}
  </div>
);

export function MessagesPicture() {
  const draft = m.landing_messages_draft().split(/[[\]]/);
  return (
    <Example label={m.landing_messages_label()} heading={m.landing_messages_heading()} text={m.landing_messages_text()}>
      <Top title={other}>
        <small>{m.landing_messages_about()}</small>
      </Top>
      <p className={style.theirs}>{m.landing_messages_theirs()}</p>
      <p className={classNames(style.theirs, style.mine)}>{m.landing_messages_mine()}</p>
      <div className={style.tone}>
        <p>{draft.map((part, index) => (index % 2 === 1 ? <u key={part}>{part}</u> : part))}</p>
        <p className={style.spread}>
          <b>{m.landing_messages_tone()}</b>
          <small>{m.landing_messages_reads()}</small>
        </p>
        <div className={style.gauge}>
          <i />
        </div>
        <small>{m.landing_messages_private()}</small>
      </div>
    </Example>
  );
}

/** Which parent has the children on each day, starting on a Monday. */
const days = 'RRJJRRRRRJJJJJRRJJRRR';
const today = 9;
const initial = (name: string | undefined) => name?.[0];

function Home({ name }: { name: string | undefined }) {
  return (
    <span className={style.home}>
      <i className={name === one ? style.first : style.second}>{initial(name)}</i>
      {name}
    </span>
  );
}

export function CalendarPicture() {
  const appointments = [
    { day: 9, who: one, what: m.landing_calendar_dentist(), when: m.landing_calendar_dentist_when },
    { day: 13, who: other, what: m.landing_calendar_soccer(), when: m.landing_calendar_soccer_when },
  ];
  return (
    <Example label={m.landing_calendar_label()} heading={m.landing_calendar_heading()} text={m.landing_calendar_text()}>
      <Top title={m.landing_calendar_month()}>
        <span className={style.homes}>
          <Home name={one} />
          <Home name={other} />
        </span>
      </Top>
      <div className={style.calendar}>
        {m
          .landing_calendar_weekdays()
          .split(' ')
          .map((weekday, index) => (
            <b key={`${weekday}${index}`}>{weekday}</b>
          ))}
        {days.split('').map((who, index) => (
          <span
            key={index}
            className={classNames(
              who === initial(one) ? style.first : style.second,
              index + 1 === today && style.today,
            )}
          >
            {index + 1}
            <small>{who}</small>
          </span>
        ))}
      </div>
      {appointments.map(({ day, who, what, when }) => (
        <p key={day} className={style.home}>
          <i className={who === one ? style.first : style.second}>{day}</i>
          <span>
            <b>{what}</b> <small>{when({ name: who })}</small>
          </span>
        </p>
      ))}
    </Example>
  );
}

export function ExpensesPicture() {
  const rows = [
    {
      what: m.landing_expenses_trip(),
      cents: 48_00,
      by: one,
      state: m.landing_expenses_half_paid({ name: other }),
    },
    {
      what: m.landing_calendar_dentist(),
      cents: 120_00,
      by: one,
      state: m.landing_expenses_half_open({ name: other }),
    },
    { what: m.landing_expenses_shoes(), cents: 36_00, by: other, state: m.landing_expenses_your_half() },
    { what: m.landing_expenses_lunch(), cents: 64_00, by: other, state: m.landing_expenses_settled() },
  ];
  return (
    <Example label={m.landing_expenses_label()} heading={m.landing_expenses_heading()} text={m.landing_expenses_text()}>
      <Top title={m.landing_expenses_title()}>
        <small>{m.landing_calendar_month()}</small>
      </Top>
      {rows.map(({ what, cents, by, state }) => (
        <div key={what} className={style.expense}>
          <span>{what}</span>
          <b>{formatCents(cents)}</b>
          <small>{m.landing_expenses_paid_by({ name: by })}</small>
          <small>{state}</small>
        </div>
      ))}
      <p className={classNames(style.spread, style.owed)}>
        <b>{m.landing_expenses_owed({ name: other })}</b>
        <b>{formatCents(42_00)}</b>
      </p>
    </Example>
  );
}
