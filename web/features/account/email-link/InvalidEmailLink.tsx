import { m } from '#messages/messages.js';
import { ProblemPage } from '#web/problems/ProblemPage.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';

/** The link is expired, used, or replaced by a newer one. */
export function InvalidEmailLink() {
  return (
    <ProblemPage
      heading={m.email_dead_title()}
      actions={<ButtonLink to={addresses.profile}>{m.profile_title()}</ButtonLink>}
    >
      <p>{m.email_dead_text()}</p>
      <SupportContact />
    </ProblemPage>
  );
}
