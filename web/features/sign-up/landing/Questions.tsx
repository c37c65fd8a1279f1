import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import layout from '#web/ui/layout.module.css';
import style from './about.module.css';

type Question = { question: string; answer: ReactNode };

const questions = (days: string): Question[] => [
  { question: m.invite_faq_see(), answer: m.invite_faq_see_answer() },
  { question: m.landing_faq_cancel(), answer: m.landing_faq_cancel_answer({ days }) },
  { question: m.landing_faq_afford(), answer: m.landing_faq_afford_answer() },
  {
    question: m.landing_faq_safe(),
    answer: (
      <>
        {m.landing_faq_safe_answer()} <Link to={addresses.leaving}>{m.chrome_leave_stays()}</Link>
      </>
    ),
  },
];

/** The first answer is open. `days`: the refund period. */
export function Questions({ days }: { days: string }) {
  return (
    <section className={style.section}>
      <div className={style.split}>
        <div>
          <h2>{m.landing_faq_heading()}</h2>
          <p className={style.soft}>
            {m.landing_faq_else()} <Link to={addresses.help}>{m.chrome_help()}</Link>
          </p>
        </div>
        <div className={layout.folds}>
          {questions(days).map(({ question, answer }, index) => (
            <details key={question} open={index === 0}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
