import { m } from '#messages/messages.js';
import { Notice } from '#web/ui/Card.tsx';

/** Beside a form about people: what the other parent will see of the input. */
export function InviteVisibility() {
  return (
    <aside aria-labelledby="what-the-other-sees">
      <Notice>
        <h2 id="what-the-other-sees">{m.invite_faq_see()}</h2>
        <p>{m.invite_faq_see_answer()}</p>
      </Notice>
    </aside>
  );
}
