/** The `ref` of an element that takes the focus when it appears, because it replaces what had it. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
