import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import style from './PaymentError.module.css';

/** The error of a failed payment submission. Each one has its own id, so that a repeated text takes the focus again. */
export type ShownError = { id: number; texts: readonly string[] };

/** Above the buttons; takes the focus when it appears, also together with another view. */
export function PaymentError({ shownError }: { shownError: ShownError | null }) {
  const box = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const moment = shownError && `${shownError.id} ${key}`;
  useEffect(() => {
    if (moment === null) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, [moment]);
  if (shownError === null) return null;
  const [first, ...otherTexts] = shownError.texts;
  return (
    <div ref={box} className={style.shownError} role="alert" tabIndex={-1}>
      {otherTexts.length === 0 ? (
        <p>{first}</p>
      ) : (
        <ul>
          {shownError.texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
