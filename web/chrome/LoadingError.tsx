import { useEffect, useEffectEvent } from 'react';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { useLoadingError } from '#web/ui/loading-error.ts';
import style from './notices.module.css';

/** `onReload` goes to the screen that could not be opened: finished steps are kept, so its guard lets it through. */
export function LoadingError({ onReload }: { onReload: () => void }) {
  const shownError = useLoadingError();
  const failedAgain = shownError?.failedAgain ?? false;
  const goOn = useEffectEvent(async () => {
    if (await serverAnswers()) onReload();
  });
  useEffect(() => {
    if (failedAgain) void goOn();
  }, [failedAgain]);
  return (
    <div role="alert" className={style.corner}>
      {shownError && (
        <div className={style.card}>
          <p>
            <strong>{m.chrome_new_version()}</strong>
          </p>
          <p>{m.chrome_new_version_kept()}</p>
          <div className={style.actions}>
            <Button onClick={onReload}>{m.chrome_reload()}</Button>
            <Button variant="quiet" onClick={shownError.retry}>
              {m.ui_try_again()}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Without an answer the page stays, with all that was typed: loaded anew it would be gone. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
