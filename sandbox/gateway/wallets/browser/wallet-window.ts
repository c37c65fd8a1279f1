type WalletName = 'paypal' | 'venmo';
type Authorization = { clientApiUrl: string; fingerprint: string };
type Choice = 'usual' | 'one-time' | 'declines' | 'broken';

/** What the opener says, once, before anything can be approved. */
type Begin = { kind: 'wallet/begin'; request: string; authorization: Authorization };
type ToOpener =
  | { kind: 'wallet/loaded'; request: string }
  | { kind: 'wallet/approved'; request: string; nonce: string; accountLabel: string }
  | { kind: 'wallet/cancelled'; request: string }
  | { kind: 'wallet/failed'; request: string };

const endpoints: Record<
  WalletName,
  { path: string; section: string; account: object; answer: string; label: 'email' | 'username' }
> = {
  paypal: {
    path: 'paypal_accounts',
    section: 'paypalAccount',
    account: { email: 'jordan.rivera@paypal.example' },
    answer: 'paypalAccounts',
    label: 'email',
  },
  venmo: {
    path: 'venmo_accounts',
    section: 'venmoAccount',
    account: { username: 'jordan-rivera' },
    answer: 'venmoAccounts',
    label: 'username',
  },
};

const choices: Record<Exclude<Choice, 'broken'>, object> = {
  usual: {},
  'one-time': { oneTime: true },
  declines: { declines: true },
};

const { wallet, pageOrigin = '', request = '' } = document.body.dataset;
const opener: Window | null = window.opener;
const form = element('form', HTMLFormElement);
const status = element('#status', HTMLElement);

if (!opener) show('orphan');
else connect(opener, wallet === 'venmo' ? 'venmo' : 'paypal');

function connect(page: Window, name: WalletName) {
  const tell = (message: ToOpener) => page.postMessage(message, pageOrigin);
  const begin = (event: MessageEvent<Partial<Begin> | null>) => {
    if (event.source !== page || event.origin !== pageOrigin) return;
    const authorization =
      event.data?.kind === 'wallet/begin' && event.data.request === request ? event.data.authorization : undefined;
    if (!authorization) return;
    window.removeEventListener('message', begin);
    offer({ name, tell, authorization });
  };
  window.addEventListener('message', begin);
  tell({ kind: 'wallet/loaded', request });
}

function offer({
  name,
  tell,
  authorization,
}: {
  name: WalletName;
  tell: (message: ToOpener) => void;
  authorization: Authorization;
}) {
  const leave = (message: ToOpener) => {
    tell(message);
    window.close();
  };
  show('');
  form.hidden = false;
  element('h1', HTMLElement).focus();
  element('#cancel', HTMLButtonElement).addEventListener('click', () => leave({ kind: 'wallet/cancelled', request }));
  const decide = async () => {
    const choice = new FormData(form).get('choice') as Choice;
    if (choice === 'broken') return leave({ kind: 'wallet/failed', request });
    setBusy(true);
    const approval = await approve({ name, authorization, choice });
    setBusy(false);
    return approval ? leave({ kind: 'wallet/approved', request, ...approval }) : show('failed');
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void decide();
  });
}

/** The approval is made at this window's own origin, whatever the opener said. */
async function approve({
  name,
  authorization,
  choice,
}: {
  name: WalletName;
  authorization: Authorization;
  choice: Exclude<Choice, 'broken'>;
}) {
  const { path, section, account, answer, label } = endpoints[name];
  const address = new URL(`${authorization.clientApiUrl}/v1/payment_methods/${path}`);
  if (address.origin !== location.origin) return null;
  try {
    const body = { authorizationFingerprint: authorization.fingerprint, [section]: { ...account, ...choices[choice] } };
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) return null;
    const answers: Record<string, { nonce: string; details: Record<string, string> }[] | undefined> =
      await reply.json();
    const made = answers[answer]?.[0];
    return made ? { nonce: made.nonce, accountLabel: made.details[label] ?? '' } : null;
  } catch {
    return null;
  }
}

function setBusy(busy: boolean) {
  element('#approve', HTMLButtonElement).disabled = busy;
}

function show(text: '' | 'failed' | 'orphan') {
  status.textContent = text === '' ? '' : (status.dataset[text] ?? '');
}

function element<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The wallet window has no ${selector}`);
  return found;
}
