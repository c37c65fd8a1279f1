import { useState } from 'react';
import { Link } from 'react-router';
import { homeOf } from '#contract/home-redirect.ts';
import { m } from '#messages/messages.js';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses } from '#web/site/addresses.ts';
import { showToast } from '#web/ui/toast-list.ts';
import { withoutBase } from './only-for.ts';
import { signedOut, useSignedIn } from './signed-in.ts';

/**
 * In the header: to log in, or to one's own pages and out. Both stand there, and the mark of `signed-in.ts` says which
 * is seen: from the first frame on, so that the header does not grow when the session has been asked for.
 */
export function AccountLinks() {
  const now = useSignedIn();
  // Until it is known whose they are: the login leads whoever is signed in to their own pages.
  const home = now.state === 'in' ? withoutBase(homeOf[now.session.role]) : addresses.login;
  return (
    <>
      <Link to={addresses.login}>{m.ui_log_in()}</Link>
      <Link to={home}>{m.sign_in_my_account()}</Link>
      <LogOut />
    </>
  );
}

function LogOut() {
  const [leaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  const leave = async () => {
    if (leaving) return;
    setLeaving(true);
    const { askSignOut } = await import('./session-calls.ts');
    const result = await askSignOut();
    setLeaving(false);
    if (!result.ok) return showToast({ text: result.problem.message, tone: 'error' });
    await navigate(addresses.login);
    signedOut();
    showToast({ text: m.sign_in_signed_out() });
  };
  return (
    <button type="button" aria-disabled={leaving || undefined} onClick={() => void leave()}>
      {m.sign_in_log_out()}
    </button>
  );
}
