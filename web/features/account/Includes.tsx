import { m } from '#messages/messages.js';
import style from './account.module.css';

/** What a plan currently includes; nothing after its end. */
export function Includes({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <ul className={style.includes} aria-label={m.account_plan_includes()}>
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}
