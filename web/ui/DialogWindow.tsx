import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { m } from '#messages/messages.js';
import { Icon } from './Icon.tsx';
import style from './Dialog.module.css';

export type DialogProps = {
  open: boolean;
  /** Escape, the cross and a press outside. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the safest first. */
  actions?: ReactNode;
  /** Cannot be left by a press outside: a decision is needed. */
  mustDecide?: boolean;
};

/** The window behind `Dialog`, which loads it. */
export default function DialogWindow({ open, onClose, title, children, actions, mustDecide = false }: DialogProps) {
  const Parts = mustDecide ? AlertDialog : Dialog;
  return (
    <Parts.Root open={open} onOpenChange={(next: boolean) => !next && onClose()}>
      <Parts.Portal>
        <Parts.Backdrop className={style.veil} />
        <Parts.Viewport className={style.viewport}>
          <Parts.Popup className={style.window}>
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
          </Parts.Popup>
        </Parts.Viewport>
      </Parts.Portal>
    </Parts.Root>
  );
}
