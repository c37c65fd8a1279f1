import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Card } from '#web/ui/Card.tsx';

/** Shown instead of a plan if there is none. */
export function NoPlan() {
  return (
    <Card as="section" labelledBy="no-plan">
      <h2 id="no-plan">{m.account_none_heading()}</h2>
      <p>{m.account_none_text()}</p>
      <SupportContact />
    </Card>
  );
}
