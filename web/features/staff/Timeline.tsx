import type { TimelineEntry } from '#contract/api/staff/staff-people.ts';
import { dayIn } from '#contract/fields/day.ts';
import { browserZone } from '#web/i18n/long-day.ts';
import style from './staff.module.css';
import { instant } from './staff-texts.ts';
import days from './timeline.module.css';

type Props = { entries: readonly TimelineEntry[]; zone: string };

/** What happened to a person, by the days of their time zone; beside it the time of whoever reads it, if it differs. */
export function Timeline({ entries, zone }: Props) {
  const own = browserZone();
  const byDay = Map.groupBy(entries, ({ at }) => dayOf(at, zone));
  return (
    <section className={style.panel} aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <p className={style.soft}>
        The latest first, in {zone === 'UTC' ? zone : `their time zone, ${zone}`}.
        {own !== zone && ` Your time (${own}) is in brackets.`}
      </p>
      <div className={days.timeline}>
        {[...byDay].map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <h3>{day}</h3>
            <ol>
              {ofDay.map((entry, index) => (
                <Entry key={`${entry.at} ${entry.what} ${index}`} entry={entry} zone={zone} own={own} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

function Entry({ entry, zone, own }: { entry: TimelineEntry; zone: string; own: string }) {
  const { at, what, detail, amountFormatted, tone } = entry;
  return (
    <li data-tone={tone}>
      <time dateTime={at}>
        {timeOf(at, zone)}
        {own !== zone && <small> ({dayOf(at, own) === dayOf(at, zone) ? timeOf(at, own) : instant(at, own)})</small>}
      </time>
      <span>
        {what} <small>{detail}</small>
      </span>
      <span className={style.amount}>{amountFormatted}</span>
    </li>
  );
}

const dayOf = (at: string, zone: string) => dayIn(new Date(at), zone);
const timeOf = (at: string, zone: string) => instant(at, zone).slice(11);
