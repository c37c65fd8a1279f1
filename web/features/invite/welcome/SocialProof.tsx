import { m } from '#messages/messages.js';
import { Card } from '#web/ui/Card.tsx';
import style from './welcome.module.css';

/** What families use it for, in facts about the product: nobody's words are made up. */
export function SocialProof() {
  return (
    <Card as="section" labelledBy="invite-proof">
      <h2 id="invite-proof">{m.invite_proof()}</h2>
      <ul className={style.proofs}>
        <li>{m.invite_proof_calm()}</li>
        <li>{m.invite_proof_record()}</li>
        <li>{m.invite_proof_children()}</li>
      </ul>
    </Card>
  );
}
