import { type RefObject, useEffect, useRef } from 'react';

const firstField = 'form :is(input, select, button)';

/**
 * Moves the focus into the first field of a form that replaces its button, and back to the button when it closes, so
 * that keyboard users do not lose their place. `opener`: selects that button.
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
