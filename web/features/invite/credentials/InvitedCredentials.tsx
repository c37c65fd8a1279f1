import { useState } from 'react';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { Credentials, CredentialsInvalid } from '#web/credentials/Credentials.tsx';
import { invitedCredentialsSaved, inviteLoaded } from '#web/join-session/invite-transitions.ts';
import { inviteAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { paymentCompleted, sessionReset } from '#web/join-session/transitions.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses, base, joinAddress } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { readInvitedPayment } from '../invite-calls.ts';

/**
 * The last step of an invited parent. After a payment the receipt is next, otherwise the start page (specification
 * 4.5).
 */
export function Screen() {
  const navigate = useNavigate();
  const [{ paymentRes, invite, stepOneValues }] = useState(joinSession);
  const token = paymentRes?.clickToJoinToken ?? invite?.authToken ?? null;
  const person = paymentRes?.registration.parent ?? stepOneValues;
  if (token === null || person === null) return <CredentialsInvalid token={token} />;
  const { firstName, lastName, email } = person;
  const openNext = () => {
    if (paymentRes === null) {
      changeSession(sessionReset);
      void navigate(addresses.home, { replace: true });
    } else if (bootData().features['affiliate']) {
      // A full page load, because only the receipt's own document has a content security policy that allows the
      // affiliate's tag.
      window.location.assign(base + joinAddress(paths.inviteReceipt));
    } else {
      void navigate(joinAddress(paths.inviteReceipt), { replace: true });
    }
  };
  return (
    <Credentials
      owner={{ firstName, lastName, email, invited: true }}
      {...(paymentRes === null ? { subtitle: m.invite_credentials_subtitle({ firstName }) } : {})}
      token={token}
      onRenew={paymentRes === null ? renewFromInvite : renewFromPayment}
      onSaved={() => changeSession(invitedCredentialsSaved)}
      onContinue={openNext}
    />
  );
}

/** The invite link can get a new token until credentials are set. */
async function renewFromPayment(): Promise<{ token: string } | 'already-set' | null> {
  const result = await readInvitedPayment(null);
  if (!result.ok || result.data.outcome !== 'PAID') return null;
  changeSession(paymentCompleted(result.data));
  return result.data.clickToJoinToken === null ? 'already-set' : { token: result.data.clickToJoinToken };
}

async function renewFromInvite(): Promise<{ token: string } | 'already-set' | null> {
  const access = inviteAccess(joinSession());
  const result =
    access && (await call('GET /v2/invites/current', { query: { userId: access.userId }, headers: access.headers }));
  if (!result?.ok) return null;
  changeSession(inviteLoaded(result.data));
  return result.data.authToken === null ? null : { token: result.data.authToken };
}
