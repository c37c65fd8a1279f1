import { Link, useSearchParams } from 'react-router';
import { isClientLogin } from '#contract/sign-in/home-redirect.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { withoutBase } from '#web/auth-session/only-for.ts';
import { mayReturn } from '#web/auth-session/return-to.ts';
import { SignInForm } from '#web/auth-session/SignInForm.tsx';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses, joinAddress } from '#web/site/addresses.ts';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './sign-in.module.css';

/** The login page (specification 4.7, 7.3, 9). */
export function Screen() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <div className={style.page}>
      <PageHeading>{m.sign_in_heading()}</PageHeading>
      {mayReturn() && <Notice>{m.sign_in_first()}</Notice>}
      <SignInForm
        redirect={query.get('redirect')}
        suggested={query.get('username') ?? ''}
        onSignedIn={({ to }) => {
          if (isClientLogin(to)) return location.assign(to);
          void navigate(withoutBase(to), { replace: true });
        }}
      />
      <div className={style.links}>
        <Link to={addresses.forgotPassword}>{m.recovery_password_heading()}</Link>
        <Link to={addresses.forgotUsername}>{m.recovery_username_heading()}</Link>
        <Link to={addresses.myAccount}>{m.ownership_sign_in_link()}</Link>
      </div>
      <p className={style.new}>
        {m.sign_in_new_here()} <Link to={joinAddress(paths.landing)}>{m.sign_in_create_account()}</Link>
      </p>
    </div>
  );
}
