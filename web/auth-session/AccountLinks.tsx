import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { homeOf } from '#contract/home-redirect.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { tellToast } from '#web/ui/toast-list.ts';
import { withoutBase } from './only-for.ts';
import { signedOut, useSignedIn } from './signed-in.ts';

/** In the header: to log in, or to one's own pages and out. `look` is the header's class for its tools. */
export function AccountLinks({ look }: { look: string | undefined }) {
  const now = useSignedIn();
  if (now.state !== 'in') {
    return (
      <Link className={look} to={addresses.login}>
        {m.chrome_log_in()}
      </Link>
    );
  }
  return (
    <>
      <Link className={look} to={withoutBase(homeOf[now.session.role])}>
        {m.sign_in_my_account()}
      </Link>
      <LogOut look={look} />
    </>
  );
}

function LogOut({ look }: { look: string | undefined }) {
  const [leaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  const leave = async () => {
    if (leaving) return;
    setLeaving(true);
    const { askSignOut } = await import('./session-calls.ts');
    const result = await askSignOut();
    setLeaving(false);
    if (!result.ok) return tellToast({ text: result.problem.message, tone: 'error' });
    await navigate(addresses.login);
    signedOut();
    tellToast({ text: m.sign_in_signed_out() });
  };
  return (
    <button type="button" className={look} aria-disabled={leaving || undefined} onClick={() => void leave()}>
      {m.sign_in_log_out()}
    </button>
  );
}
