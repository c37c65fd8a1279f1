import { m } from '#messages/messages.js';
import layout from '#web/ui/layout.module.css';
import style from './account.module.css';

/** What a plan currently includes, folded; nothing after its end. */
export function Includes({ plan, parts }: { plan: string; parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <div className={layout.folds}>
      <details>
        <summary>{m.account_plan_what({ plan })}</summary>
        <ul className={style.includes} aria-label={m.account_plan_includes()}>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
