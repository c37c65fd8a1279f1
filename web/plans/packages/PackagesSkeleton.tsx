import { m } from '#messages/messages.js';
import layout from '#web/ui/layout.module.css';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './packages.module.css';

/** The placeholder for the cards. */
export function PackagesSkeleton() {
  return (
    <div className={layout.page} role="status">
      <VisuallyHidden>{m.ui_loading()}</VisuallyHidden>
      <Skeleton shape="button" />
      <div className={style.placeholder}>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
