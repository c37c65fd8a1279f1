import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Notice } from '#web/ui/Card.tsx';

/** For a parent whose co-parent signed up first: the link is in their mail, or support helps. */
export function AlreadyInvited() {
  return (
    <Notice>
      <h2>{m.co_parent_status_note_heading()}</h2>
      <p>{m.co_parent_status_note_email()}</p>
      <p>{m.co_parent_status_note_spam()}</p>
      <p>{m.co_parent_status_note_support()}</p>
      <SupportContact />
      <p>
        {m.co_parent_status_note_account()} <Link to={addresses.login}>{m.ui_log_in()}</Link>
      </p>
    </Notice>
  );
}
