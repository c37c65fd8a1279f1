import { useState } from 'react';
import { Link } from 'react-router';
import { homeOf } from '#contract/sign-in/home-redirect.ts';
import { m } from '#messages/messages.js';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses } from '#web/site/addresses.ts';
import { showToast } from '#web/ui/toast-list.ts';
import { withoutBase } from './only-for.ts';
import { signedOut, useSignedIn } from './signed-in.ts';

/**
 * The header's links: to log in, or to the account and out. Both are rendered, and the mark of `signed-in.ts` decides
 * by CSS which is visible, so that the header does not grow once the session is known.
 */
export function AccountLinks() {
  const now = useSignedIn();
  // Until the role is known, the login page redirects a signed-in user to their own pages.
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
  const [signingOut, setSigningOut] = useState(false);
  const navigate = useNavigate();
  const signOut = async () => {
    if (signingOut) return;
    setSigningOut(true);
    const { requestSignOut } = await import('./session-calls.ts');
    const result = await requestSignOut();
    setSigningOut(false);
    if (!result.ok) return showToast({ text: result.problem.message, tone: 'error' });
    await navigate(addresses.login);
    signedOut();
    showToast({ text: m.sign_in_signed_out() });
  };
  return (
    <button type="button" aria-disabled={signingOut || undefined} onClick={() => void signOut()}>
      {m.sign_in_log_out()}
    </button>
  );
}
