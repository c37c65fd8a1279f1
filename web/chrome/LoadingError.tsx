import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { useLoadingError } from '#web/ui/loading-error.ts';
import style from './notices.module.css';

/** `onReload` goes to the screen that could not be opened: finished steps are kept, so its guard lets it through. */
export function LoadingError({ onReload }: { onReload: () => void }) {
  const shownError = useLoadingError();
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
