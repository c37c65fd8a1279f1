type Authorization = { clientApiUrl: string; fingerprint: string };

/** The page's single response to `three-d-secure/loaded`. */
type Begin = {
  kind: 'three-d-secure/begin';
  request: string;
  authorization: Authorization;
  nonce: string;
  /** `amount`: decimal, `'49.99'`. */
  lookUp: { amount: string; challengeRequested: boolean; additionalInfo: object };
};

type Info = { status: string; liabilityShifted: boolean; liabilityShiftPossible: boolean };
type Answer = {
  paymentMethod: { nonce: string; details: { lastFour: string }; threeDSecureInfo: Info };
  lookup: { acsUrl: string | null };
};

/** `challenge`: show this frame now. Every other message except `loaded` is the last one. */
type ToPage =
  | { kind: 'three-d-secure/loaded' | 'three-d-secure/challenge' }
  | { kind: 'three-d-secure/finished'; nonce: string; info: Info }
  | { kind: 'three-d-secure/closed' | 'three-d-secure/timed-out' | 'three-d-secure/failed' };

const { pageOrigin = '', request = '' } = document.body.dataset;
const form = element('form', HTMLFormElement);

const postToPage = (message: ToPage) => window.parent.postMessage({ ...message, request }, pageOrigin);

const begin = (event: MessageEvent<Begin | null>) => {
  if (event.source !== window.parent || event.origin !== pageOrigin) return;
  if (event.data?.kind !== 'three-d-secure/begin' || event.data.request !== request) return;
  window.removeEventListener('message', begin);
  void authenticate(event.data);
};
window.addEventListener('message', begin);
postToPage({ kind: 'three-d-secure/loaded' });

async function authenticate({ authorization, nonce, lookUp }: Begin) {
  const { amount } = lookUp;
  const answer = await request3DSecureStep({ authorization, nonce, step: 'lookup', more: lookUp });
  if (!answer) return postToPage({ kind: 'three-d-secure/failed' });
  if (answer.lookup.acsUrl === null) return finish(answer);
  challenge({ authorization, amount, answer });
}

function challenge({
  authorization,
  amount,
  answer,
}: {
  authorization: Authorization;
  amount: string;
  answer: Answer;
}) {
  const { nonce, details } = answer.paymentMethod;
  element('#amount', HTMLElement).textContent = amount;
  element('#card', HTMLElement).textContent = details.lastFour;
  element('#status', HTMLElement).textContent = '';
  form.hidden = false;
  postToPage({ kind: 'three-d-secure/challenge' });
  element('h1', HTMLElement).focus();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const choice = event.submitter instanceof HTMLButtonElement ? event.submitter.value : 'close';
    for (const button of form.querySelectorAll('button')) button.disabled = true;
    if (choice === 'close') return postToPage({ kind: 'three-d-secure/closed' });
    if (choice === 'time-out') return postToPage({ kind: 'three-d-secure/timed-out' });
    void request3DSecureStep({
      authorization,
      nonce,
      step: 'authenticate',
      more: { isConfirmed: choice === 'confirm' },
    }).then((ended) => (ended ? finish(ended) : postToPage({ kind: 'three-d-secure/failed' })));
  });
}

function finish({ paymentMethod: { nonce, threeDSecureInfo } }: Answer) {
  postToPage({ kind: 'three-d-secure/finished', nonce, info: threeDSecureInfo });
}

/** Calls this frame's own origin, whatever the page requested. Null if there is no response. */
async function request3DSecureStep({
  authorization: { clientApiUrl, fingerprint },
  nonce,
  step,
  more,
}: {
  authorization: Authorization;
  nonce: string;
  step: 'lookup' | 'authenticate';
  more: object;
}): Promise<Answer | null> {
  const path = `/v1/payment_methods/${encodeURIComponent(nonce)}/three_d_secure/${step}`;
  const address = new URL(`${clientApiUrl}${path}`);
  if (address.origin !== location.origin) return null;
  try {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ authorizationFingerprint: fingerprint, ...more }),
    });
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  }
}

function element<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The challenge frame has no ${selector}`);
  return found;
}
