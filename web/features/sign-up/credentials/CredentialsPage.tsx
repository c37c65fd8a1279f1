import { useEffect, useState } from 'react';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { Credentials, CredentialsInvalid } from '#web/credentials/Credentials.tsx';
import {
  forgetCredentialsToken,
  isCredentialsToken,
  linkedCredentialsToken,
  storeCredentialsToken,
} from '#web/join-session/credentials-token.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { credentialsSaved, paymentCompleted } from '#web/join-session/transitions.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { MailedCode } from '#web/problems/MailedCode.tsx';
import { ProblemPage } from '#web/problems/ProblemPage.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses, base, joinAddress } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';

/** The credentials step: right after the payment, or later by a mailed link. */
export function Screen() {
  // State of the screen, because the token is removed from the session once spent, while "all set" is still shown.
  const [kept] = useState(linkedCredentialsToken);
  const [paid] = useState(() => joinSession().paymentRes);
  const [linked = kept] = useMailedSecrets('token') ?? [];
  useEffect(() => {
    if (linked !== null) storeCredentialsToken(linked);
  }, [linked]);
  if (linked !== null && isCredentialsToken(linked)) return <FromLink key={linked} token={linked} />;
  if (paid?.clickToJoinToken)
    return <CredentialsAfterPayment token={paid.clickToJoinToken} person={paid.registration.parent} />;
  return (
    <MailedCode names={['token']}>
      <SupportContact />
    </MailedCode>
  );
}

type Person = { firstName: string; lastName: string; email: string };

function CredentialsAfterPayment({ token, person }: { token: string; person: Person }) {
  const navigate = useNavigate();
  const toReceipt = () => {
    // A full page load, because only the receipt's own document has a content security policy that allows the
    // affiliate's tag.
    if (bootData().features['affiliate']) window.location.assign(base + joinAddress(paths.receipt));
    else void navigate(joinAddress(paths.receipt), { replace: true });
  };
  return (
    <Credentials
      owner={{ ...person, invited: false }}
      token={token}
      onRenew={renewToken}
      onSaved={() => changeSession(credentialsSaved)}
      onContinue={toReceipt}
    />
  );
}

/** The registration's key gets a new token until credentials are set. */
async function renewToken(): Promise<{ token: string } | 'already-set' | null> {
  const access = registrationAccess(joinSession());
  const result = access && (await call('GET /v2/registrations/:signupId/payment', access));
  if (!result?.ok || result.data.outcome !== 'PAID') return null;
  changeSession(paymentCompleted(result.data));
  return result.data.clickToJoinToken === null ? 'already-set' : { token: result.data.clickToJoinToken };
}

export function FromLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const owner = useQuery('GET /v2/credentials', bearer(token));
  const [loadedOwner, setLoadedOwner] = useState(owner.state === 'ready' ? owner.data : null);
  // Saving spends the token, so the owner loaded with it is kept.
  if (owner.state === 'ready' && loadedOwner === null) setLoadedOwner(owner.data);
  if (loadedOwner) {
    // The login page redirects a signed-in user to their start page.
    const openLogin = () => void navigate(addresses.login, { replace: true });
    return (
      <Credentials
        owner={loadedOwner}
        {...(loadedOwner.professional ? { subtitle: m.pro_credentials_subtitle({ name: loadedOwner.firstName }) } : {})}
        token={token}
        onRenew={() => Promise.resolve(null)}
        onSaved={forgetCredentialsToken}
        onContinue={openLogin}
      />
    );
  }
  if (owner.state !== 'failed') {
    return (
      <>
        <PageHeading>{m.credentials_heading()}</PageHeading>
        <FormSkeleton />
      </>
    );
  }
  if (owner.problem.code === 'TOKEN_INVALID') return <CredentialsInvalid token={token} />;
  return (
    <ProblemPage
      heading={m.credentials_unreachable_heading()}
      actions={<Button onClick={owner.retry}>{m.ui_try_again()}</Button>}
    >
      <p>{owner.problem.message}</p>
    </ProblemPage>
  );
}
