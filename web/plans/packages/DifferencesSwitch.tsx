import { m } from '#messages/messages.js';
import style from './DifferencesSwitch.module.css';

type Props = { on: boolean; onChange: (on: boolean) => void };

/** Hides the features that every plan has. */
export function DifferencesSwitch({ on, onChange }: Props) {
  return (
    <label className={style.label}>
      <input
        type="checkbox"
        role="switch"
        className={style.switch}
        checked={on}
        aria-checked={on}
        onChange={({ target }) => onChange(target.checked)}
      />
      {m.packages_only_differences()}
    </label>
  );
}
