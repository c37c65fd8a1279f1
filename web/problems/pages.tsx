import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { useLanguage } from '#web/i18n/language.ts';
import { addresses, joinAddress } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { ProblemPage } from './ProblemPage.tsx';
import { SupportContact } from './SupportContact.tsx';

export function NotFound() {
  useLanguage();
  return (
    <ProblemPage
      heading={m.chrome_not_found_title()}
      actions={<ButtonLink to={joinAddress(paths.landing)}>{m.chrome_to_start()}</ButtonLink>}
    >
      <p>{m.chrome_not_found_text()}</p>
    </ProblemPage>
  );
}

/** For a signed-in user who opens a page of another role (texts: specification 2.1). */
export function PermissionDenied() {
  return (
    <ProblemPage
      heading={m.chrome_permission_denied()}
      actions={<ButtonLink to={addresses.home}>{m.chrome_back_to_home()}</ButtonLink>}
    >
      <p>{m.chrome_permission_denied_text()}</p>
    </ProblemPage>
  );
}

/** An unexpected error. The page says nothing about causes: they are in the log. */
export function UnexpectedProblem() {
  return (
    <ProblemPage
      heading={m.chrome_fault_title()}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{m.ui_try_again()}</Button>
          <ButtonLink variant="quiet" to={joinAddress(paths.landing)}>
            {m.chrome_to_start()}
          </ButtonLink>
        </>
      }
    >
      <p>{m.chrome_fault_text()}</p>
      <SupportContact />
    </ProblemPage>
  );
}
