import { Link } from 'react-router';
import { refundDays } from '#contract/account/refund.ts';
import { servedCountries } from '#contract/fields/countries.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { joinAddress } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import style from './about.module.css';
import { CalendarPicture, ExpensesPicture, MessagesPicture } from './Examples.tsx';
import { HomesPicture } from './HomesPicture.tsx';
import { Questions } from './Questions.tsx';

const days = String(refundDays);

/** Everything below the two entrances: what the service is, proof, three pictures of it, how it works, questions. */
export default function About() {
  return (
    <>
      <Lines />
      <HomesPicture />
      <Facts />
      <section className={style.section}>
        <h2>{m.landing_share_heading()}</h2>
        <p className={style.lead}>{m.landing_share_text()}</p>
        <div className={style.examples}>
          <MessagesPicture />
          <CalendarPicture />
          <ExpensesPicture />
        </div>
        <p className={style.small}>{m.landing_examples()}</p>
      </section>
      <HowItWorks />
      <Questions days={days} />
      <section className={style.section}>
        <div className={style.strip}>
          <div>
            <h2>{m.chrome_for_professionals()}</h2>
            <p>{m.landing_pro_text()}</p>
          </div>
          <ButtonLink variant="quiet" to={joinAddress(paths.professional)}>
            {m.landing_pro_open()}
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

/** The price is from the site's own list: in a prerendered page the server fills it in or omits it. */
function Lines() {
  const { fromPerMonth: price = '' } = bootData();
  return (
    <div className={style.lines}>
      <p>{m.landing_lead()}</p>
      <p className={style.price} data-price={price}>
        <span>
          <strong>{m.landing_price({ price })}</strong>, {m.landing_price_terms({ days })}
        </span>
      </p>
      <p className={style.soft}>
        {m.landing_started()} <Link to={joinAddress(paths.resume)}>{m.landing_resume()}</Link>
      </p>
    </div>
  );
}

const facts = () => [
  { icon: 'M12 3v18m-5 0h10M4 7h16M6 7l-3 7h6zm12 0-3 7h6z', text: m.landing_fact_court() },
  {
    icon: 'M3 12a9 9 0 1 1 18 0a9 9 0 1 1-18 0h18M12 3c6 6 6 12 0 18-6-6-6-12 0-18',
    text: m.landing_fact_languages({ count: String(servedCountries.length) }),
  },
  { icon: 'M6 11h12a2 2 0 0 1 2 2v8H4v-8a2 2 0 0 1 2-2m2 0V7a4 4 0 0 1 8 0v4', text: m.landing_fact_card() },
  { icon: 'M4 9h11a5 5 0 0 1 0 10H9M8 4.500 3.500 9 8 13.500', text: m.landing_fact_cancel() },
];

function Facts() {
  return (
    <div className={style.water}>
      <ul className={style.facts}>
        {facts().map(({ icon, text }) => (
          <li key={text}>
            <Icon path={icon} size={24} weight={2} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

const steps = () => [
  { heading: m.landing_how_account(), text: m.landing_how_account_text() },
  { heading: m.landing_how_plan(), text: m.landing_how_plan_text() },
  { heading: m.landing_how_invite(), text: m.landing_how_invite_text() },
];

function HowItWorks() {
  return (
    <section className={style.section}>
      <h2>{m.landing_how_heading()}</h2>
      <ol className={style.how}>
        {steps().map(({ heading, text }) => (
          <li key={heading}>
            <h3>{heading}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
