import { useNavigation } from 'react-router';
import { m } from '#messages/messages.js';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './PendingBar.module.css';

/** A thin bar while the next screen is on its way; it shows only after 300 ms. */
export function PendingBar() {
  const { state } = useNavigation();
  return (
    <div className={style.place} role="status">
      {state !== 'idle' && (
        <div className={style.bar}>
          <VisuallyHidden>{m.ui_loading()}</VisuallyHidden>
        </div>
      )}
    </div>
  );
}
