import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';

/** One line below the next steps: an offer, never required. */
export function SecondFactorOffer() {
  const [later, setLater] = useState(false);
  if (later) return null;
  return (
    <div>
      <p>{m.second_factors_offer()}</p>
      <div className={layout.links}>
        <Link to={`${addresses.security}#second-factors`}>{m.second_factors_offer_add()}</Link>
        <Button variant="link" onClick={() => setLater(true)}>
          {m.second_factors_offer_later()}
        </Button>
      </div>
    </div>
  );
}
