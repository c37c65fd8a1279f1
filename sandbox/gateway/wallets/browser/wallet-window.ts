type WalletName = 'paypal' | 'venmo' | 'apple-pay' | 'google-pay';
type Authorization = { clientApiUrl: string; fingerprint: string };
type Choice = 'usual' | 'one-time' | 'declines' | 'broken';
type Line = { label: string; amount: string };

/** The opener's single message before anything can be approved; `lines` are what a sheet shows. */
type Begin = { kind: 'wallet/begin'; request: string; authorization: Authorization; lines?: Line[] };
type ToOpener =
  | { kind: 'wallet/loaded'; request: string }
  | { kind: 'wallet/approved'; request: string; nonce: string; accountLabel: string }
  | { kind: 'wallet/cancelled'; request: string }
  | { kind: 'wallet/failed'; request: string };

type Endpoint = {
  path: string;
  section: string;
  account: object;
  answer: string;
  label: (details: Record<string, string>) => string | undefined;
};
const cardLabel: Endpoint['label'] = ({ cardType, lastFour }) => `${cardType} ${lastFour}`;

const endpoints: Record<WalletName, Endpoint> = {
  paypal: {
    path: 'paypal_accounts',
    section: 'paypalAccount',
    account: { email: 'jordan.rivera@paypal.example' },
    answer: 'paypalAccounts',
    label: ({ email }) => email,
  },
  venmo: {
    path: 'venmo_accounts',
    section: 'venmoAccount',
    account: { username: 'jordan-rivera' },
    answer: 'venmoAccounts',
    label: ({ username }) => username,
  },
  'apple-pay': {
    path: 'apple_payment_tokens',
    section: 'applePaymentToken',
    account: { brand: 'visa' },
    answer: 'applePayCards',
    label: cardLabel,
  },
  'google-pay': {
    path: 'android_pay_cards',
    section: 'androidPayCard',
    account: { brand: 'amex' },
    answer: 'androidPayCards',
    label: cardLabel,
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
else if (isWallet(wallet)) connect(opener, wallet);

function isWallet(name: string | undefined): name is WalletName {
  return name !== undefined && Object.hasOwn(endpoints, name);
}

function connect(page: Window, name: WalletName) {
  const postToOpener = (message: ToOpener) => page.postMessage(message, pageOrigin);
  const begin = (event: MessageEvent<Partial<Begin> | null>) => {
    if (event.source !== page || event.origin !== pageOrigin) return;
    const { data } = event;
    if (data?.kind !== 'wallet/begin' || data.request !== request || !data.authorization) return;
    window.removeEventListener('message', begin);
    showLines(data.lines ?? []);
    offer({ name, postToOpener, authorization: data.authorization });
  };
  window.addEventListener('message', begin);
  postToOpener({ kind: 'wallet/loaded', request });
}

type Offer = { name: WalletName; postToOpener: (message: ToOpener) => void; authorization: Authorization };

function offer({ name, postToOpener, authorization }: Offer) {
  const leave = (message: ToOpener) => {
    postToOpener(message);
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

type Approval = { name: WalletName; authorization: Authorization; choice: Exclude<Choice, 'broken'> };

/** The approval is created at this window's own origin, whatever the opener requested. */
async function approve({ name, authorization, choice }: Approval) {
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
    return made ? { nonce: made.nonce, accountLabel: label(made.details) ?? '' } : null;
  } catch {
    return null;
  }
}

/** The amount due and the renewals, as the opener's page lists them. A window without a sheet does not show them. */
function showLines(lines: readonly Line[]) {
  const row = ({ label, amount }: Line) => {
    const parts = [document.createElement('dt'), document.createElement('dd')];
    for (const [index, text] of [label, amount].entries()) parts[index]?.append(text);
    const pair = document.createElement('div');
    pair.append(...parts);
    return pair;
  };
  document.querySelector('#lines')?.replaceChildren(...lines.map(row));
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
