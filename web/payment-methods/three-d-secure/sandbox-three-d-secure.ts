import { m } from '#messages/messages.js';
import type { SandboxAuthorization } from '../client-token.ts';
import {
  type AuthenticationOutcome,
  type AuthenticationRequest,
  authenticationOutcome,
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
  { nonce, amountCents, challenge: challengeRequested }: AuthenticationRequest,
  { threeDSecureUrl, authorization, language, challenge }: Options,
): Promise<AuthenticationOutcome> {
  const { origin } = new URL(threeDSecureUrl);
  const request = crypto.randomUUID();
  const address = new URL(threeDSecureUrl);
  address.search = new URLSearchParams({ origin: location.origin, request, language }).toString();
  const frame = document.createElement('iframe');
  frame.title = m.payment_methods_authentication_title();
  frame.src = address.href;

  return new Promise((resolve) => {
    const hear = ({ source, origin: from, data }: MessageEvent<FromFrame>) => {
      if (source !== frame.contentWindow || from !== origin || data.request !== request) return;
      switch (data.kind) {
        case 'three-d-secure/loaded': {
          const amount = decimalAmount(amountCents);
          const begin = { kind: 'three-d-secure/begin', request, authorization, nonce, amount, challengeRequested };
          return frame.contentWindow?.postMessage(begin, origin);
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
  });
}
