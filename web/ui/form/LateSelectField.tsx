import type { ComponentProps } from 'react';
import { SelectField } from './SelectField.tsx';

/** The id of the list that had the focus when it was unmounted. */
let hadFocus: string | null = null;

function restoreFocus(id: string, element: Element | null): void {
  if (element instanceof HTMLElement && hadFocus === id) element.focus();
  if (element || document.activeElement?.id !== id) return;
  hadFocus = id;
  // The new element mounts before this microtask.
  queueMicrotask(() => {
    hadFocus = null;
  });
}

/**
 * A list whose options load later: it is mounted anew with them, because the browser could not show the earlier value.
 * Focus in it is kept.
 */
export function LateSelectField({ ref, ...props }: ComponentProps<typeof SelectField>) {
  return (
    <SelectField
      {...props}
      key={`${props.options.length} ${props.options[0]?.value}`}
      ref={(element) => {
        restoreFocus(props.id, element);
        ref(element);
      }}
    />
  );
}
