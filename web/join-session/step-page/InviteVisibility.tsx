import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { Notice } from '#web/ui/Card.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import style from './step-page.module.css';

const seen = [m.inviting_sees_name, m.inviting_sees_plan];
const unseen = [m.inviting_unseen_contact, m.inviting_unseen_paying, m.inviting_unseen_sign_in];

/** Beside a form about people: briefly, what the other parent will see of it. */
export function InviteVisibility() {
  return (
    <aside aria-labelledby="what-the-other-sees">
      <Notice>
        <h2 id="what-the-other-sees">{m.chrome_what_they_see()}</h2>
        <ul className={style.sees}>
          {seen.map((text) => (
            <li key={text()}>
              <Icon path="m4 10.500 4 4L16 6" />
              {text()}
            </li>
          ))}
          {unseen.map((text) => (
            <li key={text()} className={style.not}>
              <Icon path="m5 5 10 10M15 5 5 15" />
              <span>
                <strong>{m.chrome_sees_not()}</strong> {text()}
              </span>
            </li>
          ))}
        </ul>
        <Link to={addresses.whatTheySee}>{m.chrome_sees_all()}</Link>
      </Notice>
    </aside>
  );
}
