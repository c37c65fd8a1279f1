import { readClientToken } from '../client-token.ts';
import type { AuthenticationFailure, AuthenticationOutcome, AuthenticationRequest } from './authentication.ts';
import { openChallengeWindow } from './challenge-window.ts';

/** Limits for the look-up and for the challenge; issuers time out sooner. */
const lookupTimeoutMs = 60_000;
const challengeTimeoutMs = 10 * 60_000;

/**
 * Authenticates a card's holder with its issuer: frictionless if the issuer allows it, otherwise by a challenge in a
 * window over the page.
 */
export async function authenticate(
  request: AuthenticationRequest,
  { clientToken, language }: { clientToken: string; language: 'en' | 'es' },
): Promise<AuthenticationOutcome> {
  const token = readClientToken(clientToken);
  const shown = openChallengeWindow();
  const timer = timeLimit();
  const challenge = {
    ...shown,
    show() {
      timer.restart(challengeTimeoutMs, 'timed_out');
      shown.show();
    },
  };
  timer.restart(lookupTimeoutMs, 'unavailable');
  const authenticateAtGateway = async (): Promise<AuthenticationOutcome> => {
    if (token.gateway === 'braintree') {
      const { authenticateAtBraintree } = await import('./braintree-three-d-secure.ts');
      return authenticateAtBraintree(request, { clientToken, challenge });
    }
    const { authenticateInSandbox } = await import('./sandbox-three-d-secure.ts');
    return authenticateInSandbox(request, { ...token, language, challenge });
  };
  try {
    return await Promise.race([authenticateAtGateway(), timer.ended]);
  } catch {
    return { ok: false, code: 'unavailable' };
  } finally {
    timer.stop();
    shown.remove();
  }
}

/** Fails after the limit, however long a gateway or an issuer stays silent. */
function timeLimit() {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  let end: (outcome: AuthenticationOutcome) => void = () => undefined;
  const ended = new Promise<AuthenticationOutcome>((resolve) => {
    end = resolve;
  });
  const stop = () => clearTimeout(timeout);
  return {
    ended,
    stop,
    restart(delayMs: number, code: AuthenticationFailure) {
      stop();
      timeout = setTimeout(() => end({ ok: false, code }), delayMs);
    },
  };
}
