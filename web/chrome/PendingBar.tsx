import { m } from '#messages/messages.js';
import { usePendingLocation } from '#web/navigation/NavigationView.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './PendingBar.module.css';

/** A thin progress bar while the next screen loads; shown only after 300 ms. */
export function PendingBar() {
  const pending = usePendingLocation();
  return (
    <div className={style.place} role="status">
      {pending && (
        <div className={style.bar}>
          <VisuallyHidden>{m.ui_loading()}</VisuallyHidden>
        </div>
      )}
    </div>
  );
}
