import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './Icon.tsx';
import style from './ChoiceCard.module.css';

type Texts = { title: string; text: string };

/** A large way in: the whole card is the link. */
export function DoorLink({ title, text, to }: Texts & { to: string }) {
  return (
    <Link className={style.door} to={to}>
      <ChoiceCardTexts title={title} text={text} />
      <Icon className={style.arrow} path="M5 12h14m-6-6 6 6-6 6" size={24} weight={2.25} />
    </Link>
  );
}

type ButtonProps = Texts & { open: boolean; controls: string; onPress: () => void };

/** The same card for an answer that opens something under it. */
export function DoorButton({ title, text, open, controls, onPress }: ButtonProps) {
  return (
    <button type="button" className={style.door} aria-expanded={open} aria-controls={controls} onClick={onPress}>
      <ChoiceCardTexts title={title} text={text} />
      <Icon className={style.arrow} path="m6 9 6 6 6-6" size={24} weight={2.25} />
    </button>
  );
}

function ChoiceCardTexts({ title, text }: Texts) {
  return (
    <span className={style.words}>
      <span className={style.title}>{title}</span>
      <span className={style.text}>{text}</span>
    </span>
  );
}

/** Doors one under the other. */
export function Doors({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={style.doors} role="group" aria-label={label}>
      {children}
    </div>
  );
}
