import { useEffect } from 'react';
import { m } from '#messages/messages.js';
import { PaymentError } from '#web/checkout/paying/PaymentError.tsx';
import { authenticationText } from '#web/payment-methods/three-d-secure/authentication-texts.ts';
import { openChallengeWindow } from '#web/payment-methods/three-d-secure/challenge-window.ts';
import layout from '#web/ui/layout.module.css';
import type { MockState } from '../../mock-state.ts';

const failures = ['failed', 'closed', 'timed_out', 'unavailable'] as const;

/** The open challenge window; behind it, once closed, the text of each other outcome. */
export function Screen() {
  useEffect(() => {
    const shown = openChallengeWindow();
    shown.onClosed(shown.remove);
    shown.show();
    return shown.remove;
  }, []);
  return (
    <main className={layout.part}>
      <h1>{m.payment_heading_review()}</h1>
      {failures.map((code, id) => (
        <PaymentError key={code} shownError={{ id, texts: [authenticationText(code)] }} />
      ))}
    </main>
  );
}

export const states: Record<string, MockState> = { asked: {} };
