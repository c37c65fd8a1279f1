import { useId } from 'react';
import { hiddenFromInvited, visibleToInvited } from '#contract/invites/what-they-see.ts';
import { m } from '#messages/messages.js';
import style from './inviting.module.css';
import { nameOf } from './timing-text.ts';

/** What the invited parent learns about the inviter, and what never. */
export function WhatTheySee({ firstName }: { firstName: string }) {
  const name = nameOf(firstName);
  return (
    <div className={style.lists}>
      <Sentences heading={m.inviting_sees({ name })} mark={style.yes} sentences={visibleToInvited} name={name} />
      <Sentences heading={m.inviting_unseen({ name })} mark={style.no} sentences={hiddenFromInvited} name={name} />
    </div>
  );
}

type Props = {
  heading: string;
  mark: string | undefined;
  sentences: Record<string, (words: { name: string }) => string>;
  name: string;
};

function Sentences({ heading, mark, sentences, name }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <ul className={mark}>
        {Object.entries(sentences).map(([key, text]) => (
          <li key={key}>{text({ name })}</li>
        ))}
      </ul>
    </section>
  );
}
