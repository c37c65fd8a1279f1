import { useEffect, useEffectEvent, useState } from 'react';
import type { signIn } from '#contract/api/sign-in.ts';
import { m } from '#messages/messages.js';
import type { CallResult } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { cancelPasskeyRequest, canUsePasskeys, signInByPasskey } from '../passkey-browser.ts';
import type { SignInChoice } from '../sign-in-outcome.ts';

type Props = { choice: SignInChoice; onAnswer: (answer: CallResult<typeof signIn>) => void };

/**
 * A login by passkey: as an autofill suggestion of the username's field, and by a button for browsers and security keys
 * without autofill.
 */
export default function PasskeyLogin({ choice, onAnswer }: Props) {
  const [pressed, setPressed] = useState(false);
  const accept = (answer: CallResult<typeof signIn> | null) => {
    if (answer?.ok) onAnswer(answer);
    else if (answer) showError(answer.problem);
  };
  const acceptSuggested = useEffectEvent(accept);
  const chosen = useEffectEvent(() => choice);
  // The button's request replaces the autofill request, which restarts if the button's was cancelled.
  useEffect(() => {
    if (pressed || !canUsePasskeys()) return;
    let gone = false;
    void signInByPasskey({ choice: () => chosen(), inForm: true }).then((answer) => {
      if (!gone) acceptSuggested(answer);
    });
    return () => {
      gone = true;
      cancelPasskeyRequest();
    };
  }, [pressed]);
  if (!canUsePasskeys()) return null;
  const use = async () => {
    setPressed(true);
    const answer = await signInByPasskey({ choice: () => choice });
    if (!answer?.ok) setPressed(false);
    accept(answer);
  };
  return (
    <Button variant="quiet" waiting={pressed} onClick={() => void use()}>
      {m.passkey_log_in()}
    </Button>
  );
}
