import { Popover } from '@base-ui/react/popover';
import { type FocusEvent, useId, useState } from 'react';
import { m } from '#messages/messages.js';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import style from './Tooltip.module.css';

type Props = {
  /** What it explains: part of the button's accessible name. */
  about: string;
  header?: string;
  text: string;
};

/** A question mark with an explanation: opens on hover, focus and tap; Escape closes it. Announced with its button. */
export function Tooltip({ about, header, text }: Props) {
  const [open, setOpen] = useState(false);
  const textId = useId();
  const openForKeyboard = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(':focus-visible')) setOpen(true);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={style.trigger}
        openOnHover
        delay={150}
        aria-label={m.ui_more_about({ about })}
        aria-describedby={textId}
        onFocus={openForKeyboard}
        onBlur={() => setOpen(false)}
      >
        <span aria-hidden="true">?</span>
      </Popover.Trigger>
      <VisuallyHidden>
        <span id={textId}>{text}</span>
      </VisuallyHidden>
      <Popover.Portal>
        <Popover.Positioner className={style.place} sideOffset={8} collisionPadding={12}>
          <Popover.Popup className={style.bubble} initialFocus={false} finalFocus={false}>
            <Popover.Title render={<strong />}>{header ?? about}</Popover.Title>
            <Popover.Description className={style.text}>{text}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
