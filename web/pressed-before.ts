/** Buttons and lists that the script makes work; a form's own button submits it (`typed-before.ts`). */
export const pressables = 'button[type=button],select';

/**
 * Carries out what was pressed in the prerendered HTML before the script had loaded: the header's list of languages and
 * its button to log out, an answer. The document's script has noted which it was, and its value.
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
