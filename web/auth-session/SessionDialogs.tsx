import type { SessionView } from '#contract/api/sign-in.ts';
import { homeOf } from '#contract/sign-in/home-redirect.ts';
import { m } from '#messages/messages.js';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { forgetReturnTo } from './return-to.ts';
import { SignInForm } from './SignInForm.tsx';
import { signedOut } from './signed-in.ts';

/** Another person signed in in this browser: nothing of the first person may stay on the screen. */
export const startOver = () => window.location.assign(homeOf.PARENT_A);

/** Shown two minutes before an unused session ends. */
export function EndingDialog({ open, onExtend }: { open: boolean; onExtend: () => void }) {
  return (
    <Dialog
      open={open}
      mustDecide
      onClose={onExtend}
      title={m.sign_in_ending_title()}
      actions={<Button onClick={onExtend}>{m.sign_in_stay()}</Button>}
    >
      <p>{m.sign_in_ending_text()}</p>
    </Dialog>
  );
}

/** The page below stays as it is, so that its input is still there after logging in again. */
export function EndedDialog({ session }: { session: SessionView }) {
  const navigate = useNavigate();
  const signOut = () => {
    // Whoever logs in next may be somebody else, who must not be led to this page.
    forgetReturnTo();
    signedOut();
    void navigate(addresses.login);
  };
  return (
    <Dialog open mustDecide title={m.sign_in_ended_title()}>
      <p>{m.sign_in_ended_text()}</p>
      <SignInForm
        username={session.username}
        onSignedIn={({ userId }) => {
          if (userId !== session.userId) return startOver();
          showToast({ text: m.sign_in_back() });
        }}
      />
      <Button variant="link" onClick={signOut}>
        {m.sign_in_leave()}
      </Button>
    </Dialog>
  );
}
