import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../class-names.ts';
import { Icon } from '../Icon.tsx';
import style from './ChoiceCard.module.css';

type Texts = { title: string; text: string };

type LinkProps = Texts & {
  to: string;
  /** A line in a square of 24 pixels, before the texts. */
  icon?: string;
  /** The most common choice. */
  filled?: boolean;
};

/** A large link to one of a few choices: the whole card is the link. */
export function ChoiceCardLink({ title, text, to, icon, filled = false }: LinkProps) {
  return (
    <Link className={classNames(style.card, filled && style.filled)} to={to}>
      {icon && <Icon className={style.icon} path={icon} size={24} weight={2} />}
      <ChoiceCardTexts title={title} text={text} />
      <Icon className={style.arrow} path="M5 12h14m-6-6 6 6-6 6" size={24} weight={2.25} />
    </Link>
  );
}

type ButtonProps = Texts & { open: boolean; controls: string; onPress: () => void };

/** The same card for a choice that opens something under it. */
export function ChoiceCardButton({ title, text, open, controls, onPress }: ButtonProps) {
  return (
    <button type="button" className={style.card} aria-expanded={open} aria-controls={controls} onClick={onPress}>
      <ChoiceCardTexts title={title} text={text} />
      <Icon className={style.arrow} path="m6 9 6 6 6-6" size={24} weight={2.25} />
    </button>
  );
}

function ChoiceCardTexts({ title, text }: Texts) {
  return (
    <span className={style.texts}>
      <span className={style.title}>{title}</span>
      <span className={style.text}>{text}</span>
    </span>
  );
}

/** A group of cards, one under the other. */
export function ChoiceCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={style.cards} role="group" aria-label={label}>
      {children}
    </div>
  );
}
