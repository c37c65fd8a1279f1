import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { homeOf } from '#contract/home-redirect.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { showToast } from '#web/ui/toast-list.ts';
import { withoutBase } from './only-for.ts';
import { signedOut, useSignedIn } from './signed-in.ts';

/** In the header: to log in, or to one's own pages and out. */
export function AccountLinks() {
  const now = useSignedIn();
  if (now.state !== 'in') {
    return <Link to={addresses.login}>{m.ui_log_in()}</Link>;
  }
  return (
    <>
      <Link to={withoutBase(homeOf[now.session.role])}>{m.sign_in_my_account()}</Link>
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
