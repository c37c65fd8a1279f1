import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import style from './PayTrouble.module.css';

/** What came of a press on Pay when it did not pay. Each one has a number of its own. */
export type Trouble = { id: number; texts: readonly string[] };

/** Above the buttons; takes the focus when it comes, also when it comes together with another view. */
export function PayTrouble({ trouble }: { trouble: Trouble | null }) {
  const box = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const moment = trouble && `${trouble.id} ${key}`;
  useEffect(() => {
    if (moment === null) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, [moment]);
  if (trouble === null) return null;
  const [first, ...others] = trouble.texts;
  return (
    <div ref={box} className={style.trouble} role="alert" tabIndex={-1}>
      {others.length === 0 ? (
        <p>{first}</p>
      ) : (
        <ul>
          {trouble.texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
