import { m } from '#messages/messages.js';
import type { SandboxAuthorization } from '../client-token.ts';
import {
  type AuthenticationOutcome,
  type AuthenticationRequest,
  authenticationOutcome,
  bankBilling,
  type Challenge,
  decimalAmount,
} from './authentication.ts';

type FromFrame = { request?: unknown } & (
  | { kind: 'three-d-secure/loaded' | 'three-d-secure/challenge' }
  | { kind: 'three-d-secure/finished'; nonce: string; info: { status: string; liabilityShifted: boolean } }
  | { kind: 'three-d-secure/closed' | 'three-d-secure/timed-out' | 'three-d-secure/failed' }
);

type Options = {
  threeDSecureUrl: string;
  authorization: SandboxAuthorization;
  language: 'en' | 'es';
  challenge: Challenge;
};

/** 3-D Secure of the sandbox gateway, whose frame acts as the issuer. */
export function authenticateInSandbox(
  { nonce, amountCents, challenge: challengeRequested, ...person }: AuthenticationRequest,
  { threeDSecureUrl, authorization, language, challenge }: Options,
): Promise<AuthenticationOutcome> {
  const { origin } = new URL(threeDSecureUrl);
  const request = crypto.randomUUID();
  const frame = document.createElement('iframe');
  frame.title = m.payment_methods_authentication_title();
  frame.name = `bank-${request}`;

  return new Promise((resolve) => {
    const hear = ({ source, origin: from, data }: MessageEvent<FromFrame>) => {
      if (source !== frame.contentWindow || from !== origin || data.request !== request) return;
      switch (data.kind) {
        case 'three-d-secure/loaded': {
          const amount = decimalAmount(amountCents);
          const kind = 'three-d-secure/begin';
          const lookUp = { amount, challengeRequested, additionalInfo: additionalInfo(person) };
          return frame.contentWindow?.postMessage({ kind, request, authorization, nonce, lookUp }, origin);
        }
        case 'three-d-secure/challenge':
          return challenge.show();
        case 'three-d-secure/finished':
          return end(authenticationOutcome(data));
        case 'three-d-secure/closed':
          return end({ ok: false, code: 'closed' });
        case 'three-d-secure/timed-out':
          return end({ ok: false, code: 'timed_out' });
        case 'three-d-secure/failed':
          return end({ ok: false, code: 'unavailable' });
      }
    };
    const end = (outcome: AuthenticationOutcome) => {
      window.removeEventListener('message', hear);
      resolve(outcome);
    };
    window.addEventListener('message', hear);
    challenge.onClosed(() => end({ ok: false, code: 'closed' }));
    challenge.place.replaceChildren(frame);
    postInto(frame, { address: threeDSecureUrl, values: { origin: location.origin, request, language } });
  });
}

/** In the format that the gateway's library sends (`transformBillingAddress` of its songbird.js). */
function additionalInfo(person: Pick<AuthenticationRequest, 'holder' | 'billing' | 'email'>) {
  const { givenName, surname, region, postalCode, countryCodeAlpha2 } = bankBilling(person);
  return {
    ...(person.email ? { email: person.email } : {}),
    billingGivenName: givenName,
    billingSurname: surname,
    billingState: region,
    billingPostalCode: postalCode,
    billingCountryCode: countryCodeAlpha2,
  };
}

/** Banks' pages are opened by a form of our page, never by a link: the page's policy must allow it. */
function postInto(frame: HTMLIFrameElement, { address, values }: { address: string; values: Record<string, string> }) {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: address, target: frame.name, hidden: true });
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  frame.after(form);
  form.submit();
}
