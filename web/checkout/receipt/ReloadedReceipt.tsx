import { useState } from 'react';
import { nextStepPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import type { JoinSession } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { sessionReset } from '#web/join-session/transitions.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { ProblemPage } from '#web/problems/ProblemPage.tsx';
import { addresses, joinAddress } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';

/** The address where this tab's open sign-up continues; null if there is none. */
function openSignUp({ signupId, invite, lastCompletedStep }: JoinSession): string | null {
  if (invite !== null) return joinAddress(paths.invite);
  return signupId === null ? null : joinAddress(nextStepPath(lastCompletedStep));
}

/** After a reload: the payment succeeded, and the receipt is in the account (specification 2.9). */
export function ReloadedReceipt({ paid }: { paid: boolean }) {
  const navigate = useNavigate();
  const [openSignUpAddress] = useState(() => (paid ? null : openSignUp(joinSession())));
  const signUpAnother = () => {
    changeSession(sessionReset);
    void navigate(joinAddress(paths.landing));
  };
  const actions = (
    <>
      {openSignUpAddress !== null && <ButtonLink to={openSignUpAddress}>{m.receipt_reloaded_go_on()}</ButtonLink>}
      <ButtonLink variant={openSignUpAddress === null ? 'primary' : 'quiet'} to={addresses.billing}>
        {m.receipt_log_in()}
      </ButtonLink>
      {paid && (
        <Button variant="quiet" onClick={signUpAnother}>
          {m.receipt_reloaded_another()}
        </Button>
      )}
    </>
  );
  const { heading, text } = textsOf(paid ? 'paid' : openSignUpAddress === null ? 'elsewhere' : 'open');
  return (
    <ProblemPage heading={heading} actions={actions}>
      {text && <p>{text}</p>}
      <p>{m.receipt_reloaded_text()}</p>
    </ProblemPage>
  );
}

function textsOf(state: 'paid' | 'open' | 'elsewhere'): { heading: string; text?: string } {
  if (state === 'paid') return { heading: m.receipt_reloaded_paid_heading(), text: m.receipt_reloaded_paid_text() };
  if (state === 'open') return { heading: m.receipt_reloaded_open_heading(), text: m.receipt_reloaded_open_text() };
  return { heading: m.receipt_reloaded_heading() };
}
