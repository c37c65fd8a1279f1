import { useEffect, useEffectEvent } from 'react';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { useLoadingError } from '#web/ui/loading-error.ts';
import { WithinReach } from '#web/ui/WithinReach.tsx';
import style from './notices.module.css';

/** `onReload` opens the screen that failed to load; the finished steps are stored, so its guard passes. */
export function LoadingError({ onReload }: { onReload: () => void }) {
  const shownError = useLoadingError();
  const failedAgain = shownError?.failedAgain ?? false;
  const reloadIfReachable = useEffectEvent(async () => {
    if (await isServerReachable()) onReload();
  });
  useEffect(() => {
    if (failedAgain) void reloadIfReachable();
  }, [failedAgain]);
  return (
    <WithinReach>
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
    </WithinReach>
  );
}

/** Without a reachable server a reload would lose the page and everything typed on it. */
async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
