import { type RefObject, useEffect, useRef } from 'react';

const firstField = 'form :is(input, select, button)';

/**
 * For a part whose button is replaced by a form: into its first field when it opens, back to the button when it closes.
 * Without it the focus of whoever uses keys is lost with what they pressed. `opener`: selects that button in the part.
 */
export function useFocusInto<Part extends HTMLElement>(isOpen: boolean, opener = 'button'): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen !== wasOpen.current) part.current?.querySelector<HTMLElement>(isOpen ? firstField : opener)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, opener]);
  return part;
}
