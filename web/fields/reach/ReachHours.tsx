import { useId } from 'react';
import type { Reach } from '#contract/account/reach.ts';
import { m } from '#messages/messages.js';
import { currentLanguage } from '#web/i18n/language.ts';
import { browserZone, clockTime } from '#web/i18n/long-day.ts';
import fields from '#web/ui/form/fields.module.css';
import layout from '#web/ui/layout.module.css';
import style from './reach.module.css';

type Hours = NonNullable<Reach['hours']>;
type Props = { hours: Reach['hours']; onChange: (hours: Reach['hours']) => void };

/** The default when hours are switched on. */
const daytime = (): Hours => ({ from: 9, until: 17, timeZone: browserZone() });

/** At any hour, or between two full hours, in this device's time zone. */
export function ReachHours({ hours, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className={fields.group}>
      <legend className={fields.label}>{m.reach_hours()}</legend>
      <div className={fields.pair}>
        <label className={fields.choice}>
          <input type="radio" name={name} checked={hours === null} onChange={() => onChange(null)} />
          <span>{m.reach_any_hour()}</span>
        </label>
        <label className={fields.choice}>
          <input type="radio" name={name} checked={hours !== null} onChange={() => onChange(daytime())} />
          <span>{m.reach_between()}</span>
        </label>
      </div>
      {hours && (
        <div className={style.hours}>
          <div className={fields.pair}>
            <Hour
              label={m.reach_from()}
              value={hours.from}
              not={hours.until}
              onChange={(from) => onChange({ ...hours, from })}
            />
            <Hour
              label={m.reach_until()}
              value={hours.until}
              not={hours.from}
              onChange={(until) => onChange({ ...hours, until })}
            />
          </div>
          <p className={layout.soft}>{m.reach_hours_text({ timeZone: zoneName(hours.timeZone) })}</p>
        </div>
      )}
    </fieldset>
  );
}

/** The zone's common name with its city: "Central Time (Chicago)". */
function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), { timeZone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return name === undefined ? String(city) : `${name} (${city})`;
}

type HourProps = { label: string; value: number; not: number; onChange: (hour: number) => void };

function Hour({ label, value, not, onChange }: HourProps) {
  const id = useId();
  const options = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: clockTime(Date.UTC(2026, 0, 1, hour), 'UTC'),
  })).filter((option) => option.value !== String(not));
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={fields.select} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
