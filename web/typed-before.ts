type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const fields = 'input[name], select[name], textarea[name]';

/**
 * A form can be filled in before its script has loaded. The script renders it anew, with this tab's stored input;
 * values, expanded parts, caret and a click on the button are then transferred to the new form.
 */
export function transferTypedInput(root: HTMLElement): void {
  const before = [...root.querySelectorAll<Field>(fields)];
  const folded = [...root.querySelectorAll('details')];
  let focused = before.find((field) => field === document.activeElement);
  const rememberFocus = ({ target }: Event) => {
    focused = before.find((field) => field === target);
  };
  root.addEventListener('focusin', rememberFocus);
  const observer = new MutationObserver(() => {
    const typed = before.filter(isTyped);
    if (before.some((field) => field.isConnected)) return;
    // From here on clicks belong to the new screen, whichever it is: a login page may redirect to a screen without a
    // form.
    root.removeAttribute('data-prerendered');
    const isThere = typed.length === 0 || root.querySelector(fields) !== null;
    // An error page replaced the form: the typed input waits for it.
    if (!isThere) return;
    observer.disconnect();
    root.removeEventListener('focusin', rememberFocus);
    const parts = root.querySelectorAll('details');
    for (const [index, { open }] of folded.entries()) parts[index]?.toggleAttribute('open', open);
    for (const field of typed) typeInto(counterpart(root, field), field);
    if (focused) restoreCaret(counterpart(root, focused), focused);
    if (root.dataset['submitted'] !== undefined) setTimeout(() => root.querySelector('form')?.requestSubmit());
  });
  observer.observe(root, { childList: true, subtree: true });
}

const isChecked = ({ type }: Field) => type === 'checkbox' || type === 'radio';

function isTyped(field: Field): boolean {
  if (field instanceof HTMLInputElement && isChecked(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== defaultIndex(field);
  return field.value !== field.defaultValue;
}

/** The initial selection of a list: the marked option, else the first. */
function defaultIndex({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  );
}

function counterpart(root: HTMLElement, field: Field): Field | undefined {
  const sameName = [...root.querySelectorAll<Field>(fields)].filter(({ name }) => name === field.name);
  return isChecked(field) ? sameName.find(({ value }) => value === field.value) : sameName[0];
}

/**
 * React tracks values by its own property setter; setting the native one and dispatching the event looks like typing.
 */
function typeInto(field: Field | undefined, { value }: Field): void {
  if (!field) return;
  if (isChecked(field)) return field.click();
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function restoreCaret(field: Field | undefined, before: Field): void {
  field?.focus({ preventScroll: true });
  if (!(field instanceof HTMLInputElement && before instanceof HTMLInputElement) || isChecked(field)) return;
  // E-mail fields have no settable caret.
  if (before.selectionStart !== null) field.setSelectionRange(before.selectionStart, before.selectionEnd);
}
