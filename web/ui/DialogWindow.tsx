import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { m } from '#messages/messages.js';
import style from './Dialog.module.css';
import { Icon } from './Icon.tsx';
import { offerNoticePlace } from './WithinReach.tsx';

export type DialogProps = {
  open: boolean;
  /** Escape, the close button, or a click outside. Without it the dialog stays. */
  onClose?: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the safest first. */
  actions?: ReactNode;
  /** A click outside does not close it: a decision is needed. */
  mustDecide?: boolean;
};

/** The dialog's window, loaded by `Dialog`. */
export default function DialogWindow({ open, onClose, title, children, actions, mustDecide = false }: DialogProps) {
  const Parts = mustDecide ? AlertDialog : Dialog;
  return (
    <Parts.Root open={open} onOpenChange={(next: boolean) => !next && onClose?.()}>
      <Parts.Portal>
        <Parts.Backdrop className={style.veil} />
        <Parts.Viewport className={style.viewport}>
          <Parts.Popup className={style.window} data-stays={onClose ? undefined : ''}>
            <div className={style.head}>
              <Parts.Title className={style.title}>{title}</Parts.Title>
              {!mustDecide && (
                <Parts.Close className={style.close} aria-label={m.ui_close()}>
                  <Icon path="m4 4 12 12M16 4 4 16" />
                </Parts.Close>
              )}
            </div>
            <div className={style.body}>{children}</div>
            {actions && <div className={style.actions}>{actions}</div>}
            <div ref={offerNoticePlace} className={style.notices} />
          </Parts.Popup>
        </Parts.Viewport>
      </Parts.Portal>
    </Parts.Root>
  );
}
