/** Buttons and lists that need the script; a form's own button submits it (`typed-before.ts`). */
export const pressables = 'button[type=button],select';

/**
 * Repeats what was pressed in the prerendered HTML before the script had loaded: the header's language list and log-out
 * button, or an answer. The document's script has recorded the element and its value.
 */
export function repeatPress(root: HTMLElement): void {
  const [at = '', value = ''] = root.dataset['pressed']?.split(' ') ?? [];
  const control = [...root.querySelectorAll<HTMLElement>(pressables)][Number(at)];
  delete root.dataset['pressed'];
  if (!control) return;
  if (!(control instanceof HTMLSelectElement)) return control.click();
  control.value = value;
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
