import { m } from '#messages/messages.js';
import { addresses } from '../../addresses.ts';
import { ProblemPage } from '../../problems/ProblemPage.tsx';
import { ButtonLink } from '../../ui/Button.tsx';

/** A receipt is shown once; afterwards it stands in the account. */
export function ReloadedReceipt() {
  return (
    <ProblemPage heading={m.receipt_reloaded_heading()} actions={<ButtonLink to={addresses.login}>{m.receipt_log_in()}</ButtonLink>}>
      <p>{m.receipt_reloaded_text()}</p>
    </ProblemPage>
  );
}
