import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { countryName } from '../country-name.ts';
import style from './PlaceSummary.module.css';

type Props = {
  /** ISO code. */
  country: string;
  /** Label of the time zone; undefined until it is known. */
  zone: string | undefined;
  onChange: () => void;
};

/**
 * A read-only summary of country and time zone, as derived from phone, plan and browser; a click shows their fields.
 */
export function PlaceSummary({ country, zone, onChange }: Props) {
  return (
    <div className={style.known}>
      <strong className={style.country}>{countryName(country)}</strong>
      <p className={style.zone}>{zone ?? m.payment_timezone_follows()}</p>
      <Button variant="link" onClick={onChange}>
        {m.payment_place_change()}
        <VisuallyHidden> {m.payment_place_which()}</VisuallyHidden>
      </Button>
    </div>
  );
}
