import { Link } from 'react-router';
import { eachParent } from '#contract/account/each-parent.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { AccountPage } from '../AccountPage.tsx';
import account from '../account.module.css';
import { Section } from '../Section.tsx';

const parts = [
  { id: 'stays', heading: m.each_parent_stays, sentences: eachParent.stays },
  { id: 'professionals', heading: m.each_parent_professionals, sentences: eachParent.professionals },
  { id: 'limits', heading: m.each_parent_limits, sentences: eachParent.limits },
] as const;

/** What the other parent can and cannot do: a static page, the same for every parent. */
export function Screen() {
  return (
    <AccountPage title={m.account_home_title()} heading={m.each_parent_title()} lead={m.each_parent_lead()}>
      {parts.map(({ id, heading, sentences }) => (
        <Section key={id} id={id} heading={heading()}>
          <Card>
            <ul className={account.list}>
              {Object.entries(sentences).map(([name, sentence]) => (
                <li key={name}>{sentence()}</li>
              ))}
            </ul>
          </Card>
        </Section>
      ))}
      <p className={layout.links}>
        <Link to={addresses.whatTheySee}>{m.chrome_what_they_see()}</Link>
      </p>
    </AccountPage>
  );
}
