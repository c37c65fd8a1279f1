import { useSyncExternalStore } from 'react';
import { m } from '#messages/messages.js';
import { WithinReach } from '#web/ui/WithinReach.tsx';
import style from './notices.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Shown while the connection is lost: nothing typed is lost. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <WithinReach>
      <div role="status" className={style.slot}>
        {!online && <p className={style.notice}>{m.chrome_offline()}</p>}
      </div>
    </WithinReach>
  );
}
