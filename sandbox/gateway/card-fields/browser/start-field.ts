import { runField } from './card-field.ts';
import { fieldRules } from './field-rules.ts';
import { type Configure, type FieldName, fieldNames } from './protocol.ts';

const { field: name, pageOrigin } = document.body.dataset;
const field = fieldNames.find((known) => known === name);

// As with the gateway's own fields: a page whose referrer policy hides its origin gets fields that never respond
// (braintree/braintree-web issue 651).
const isKnownPage = document.referrer.replace(/\/$/, '') === pageOrigin;

if (field && pageOrigin && isKnownPage && window.parent !== window) waitForPage({ field, pageOrigin });

/** Only the page that frames this field, and only from the origin this frame was made for, may configure it, once. */
function waitForPage({ field, pageOrigin }: { field: FieldName; pageOrigin: string }) {
  const configured = (event: MessageEvent<Partial<Configure> | null>) => {
    const port = event.ports[0];
    if (event.source !== window.parent || event.origin !== pageOrigin || !port) return;
    if (event.data?.kind !== 'card-field/configure' || event.data.field !== field) return;
    window.removeEventListener('message', configured);
    start(event.data as Configure, port);
  };
  window.addEventListener('message', configured);
  window.parent.postMessage({ kind: 'card-field/loaded', field }, pageOrigin);
}

function start(configure: Configure, port: MessagePort) {
  const form = document.createElement('form');
  form.noValidate = true;
  form.addEventListener('submit', (event) => event.preventDefault());
  const input = createInput(configure.field);
  const message = document.createElement('span');
  message.id = 'message';
  message.className = 'hidden';
  form.append(input, message);
  document.body.replaceChildren(form);
  const running = runField({ configure, port, input, message });
  for (const other of fieldNames.filter((each) => each !== configure.field)) {
    form.append(createAutofillInput(other, (text) => running.fillSibling(other, text)));
  }
}

function createInput(field: FieldName): HTMLInputElement {
  const input = document.createElement('input');
  Object.assign(input, {
    id: field,
    name: fieldRules[field].name,
    type: 'text',
    inputMode: 'numeric',
    autocomplete: fieldRules[field].autocomplete,
    spellcheck: false,
  });
  input.setAttribute('autocorrect', 'off');
  input.setAttribute('aria-required', 'true');
  return input;
}

/** Browsers autofill only the focused document: these inputs receive the other fields' values and pass them on. */
function createAutofillInput(field: FieldName, filled: (text: string) => void): HTMLInputElement {
  const input = createInput(field);
  input.id = `autofill-${field}`;
  input.className = 'hidden';
  input.tabIndex = -1;
  input.ariaHidden = 'true';
  input.addEventListener('input', () => {
    if (input.value !== '') filled(input.value);
    input.value = '';
  });
  return input;
}
