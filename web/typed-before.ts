type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const fields = 'input[name], select[name], textarea[name]';

/**
 * A form can be typed into before its script has come. The script draws it anew, for it knows what this tab remembers:
 * what was typed and unfolded, where the caret stood and a press on the button go over into the new form, as if done
 * there.
 */
export function takeOverTyped(root: HTMLElement): void {
  const before = [...root.querySelectorAll<Field>(fields)];
  const folded = [...root.querySelectorAll('details')];
  let focused = before.find((field) => field === document.activeElement);
  const note = ({ target }: Event) => {
    focused = before.find((field) => field === target);
  };
  root.addEventListener('focusin', note);
  const observer = new MutationObserver(() => {
    const typed = before.filter(isTyped);
    if (before.some((field) => field.isConnected)) return;
    // From here on presses are the new screen's own, whichever it is: a login that is not needed gives way to one
    // without a form.
    root.removeAttribute('data-prerendered');
    const isThere = typed.length === 0 || root.querySelector(fields) !== null;
    // Replaced by a page that says why the form does not come: what was typed waits for it.
    if (!isThere) return;
    observer.disconnect();
    root.removeEventListener('focusin', note);
    const parts = root.querySelectorAll('details');
    for (const [index, { open }] of folded.entries()) parts[index]?.toggleAttribute('open', open);
    for (const field of typed) typeInto(counterpart(root, field), field);
    if (focused) focusLike(counterpart(root, focused), focused);
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

/** What a list begins with: the option that is marked, else its first. */
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

/** As a person types: React hears of a value only when it is set past its own bookkeeping. */
function typeInto(field: Field | undefined, { value }: Field): void {
  if (!field) return;
  if (isChecked(field)) return field.click();
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function focusLike(field: Field | undefined, before: Field): void {
  field?.focus({ preventScroll: true });
  if (!(field instanceof HTMLInputElement && before instanceof HTMLInputElement) || isChecked(field)) return;
  // Fields of an address have no caret that can be set.
  if (before.selectionStart !== null) field.setSelectionRange(before.selectionStart, before.selectionEnd);
}
