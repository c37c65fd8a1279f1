import type { ComponentProps } from 'react';
import { SelectField } from './SelectField.tsx';

/** The list that had the focus when it was taken away. */
let hadFocus: string | null = null;

function keepFocus(id: string, element: Element | null): void {
  if (element instanceof HTMLElement && hadFocus === id) element.focus();
  if (element || document.activeElement?.id !== id) return;
  hadFocus = id;
  // Whoever takes its place does so before this.
  queueMicrotask(() => {
    hadFocus = null;
  });
}

/**
 * A list whose choices come after it: drawn anew when they do, for what was chosen before could not be shown. Whoever
 * was in it already stays there.
 */
export function LateSelectField({ ref, ...props }: ComponentProps<typeof SelectField>) {
  return (
    <SelectField
      {...props}
      key={props.options.length}
      ref={(element) => {
        keepFocus(props.id, element);
        ref(element);
      }}
    />
  );
}
