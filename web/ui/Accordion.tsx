import { type ReactNode, useId, useState } from 'react';
import style from './Accordion.module.css';
import { chevron, Icon } from './Icon.tsx';

type Section<Key extends string> = { key: Key; title: ReactNode; content: ReactNode };
type AccordionProps<Key extends string> = {
  sections: readonly Section<Key>[];
  /** The open section; null for none. */
  open: Key | null;
  onOpen: (key: Key | null) => void;
};

/** Sections of which at most one is open. A closed section stays mounted, so that input in it is kept. */
export function Accordion<Key extends string>({ sections, open, onOpen }: AccordionProps<Key>) {
  return (
    <div className={style.accordion}>
      {sections.map(({ key, title, content }) => (
        <Section key={key} title={title} open={open === key} onToggle={() => onOpen(open === key ? null : key)}>
          {content}
        </Section>
      ))}
    </div>
  );
}

type SectionProps = { title: ReactNode; open: boolean; onToggle: () => void; children: ReactNode };

function Section({ title, open, onToggle, children }: SectionProps) {
  const id = useId();
  return (
    <section className={style.section}>
      <h3 className={style.heading}>
        <button
          type="button"
          className={style.toggle}
          id={`${id}-title`}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <span>{title}</span>
          <Icon className={style.chevron} path={chevron} />
        </button>
      </h3>
      <div id={id} className={style.content} hidden={!open} role="region" aria-labelledby={`${id}-title`}>
        {children}
      </div>
    </section>
  );
}

type CollapseProps = { showLabel: string; hideLabel: string; children: ReactNode };

/** One collapsible part under a button. */
export function Collapse({ startsOpen = false, ...rest }: CollapseProps & { startsOpen?: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  return <ControlledCollapse {...rest} open={open} onToggle={() => setOpen(!open)} />;
}

/** The same, controlled by its parent. */
export function ControlledCollapse(props: CollapseProps & { open: boolean; onToggle: () => void }) {
  const { showLabel, hideLabel, open, onToggle, children } = props;
  const id = useId();
  return (
    <div className={style.collapse}>
      <button type="button" className={style.fold} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <span>{open ? hideLabel : showLabel}</span>
        <Icon className={style.chevron} path={chevron} />
      </button>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </div>
  );
}
