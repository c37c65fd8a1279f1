import { m } from '#messages/messages.js';
import { Card } from '#web/ui/Card.tsx';
import style from './welcome.module.css';

/** How families use the product, stated as facts about it, without invented quotes. */
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
