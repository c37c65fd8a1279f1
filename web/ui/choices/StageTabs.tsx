import style from './StageTabs.module.css';

export type Stage<Key extends string> = { key: Key; label: string; open: boolean };

type Props<Key extends string> = {
  label: string;
  stages: readonly Stage<Key>[];
  current: Key;
  onChoose: (key: Key) => void;
};

/** Stages of one page (billing, payment, review). A stage that is not open yet can be focused, and says so. */
export function StageTabs<Key extends string>({ label, stages, current, onChoose }: Props<Key>) {
  return (
    <nav aria-label={label}>
      <ol className={style.tabs}>
        {stages.map(({ key, label: text, open }) => (
          <li key={key}>
            <button
              type="button"
              className={style.tab}
              aria-current={key === current ? 'step' : undefined}
              aria-disabled={!open || undefined}
              onClick={() => open && key !== current && onChoose(key)}
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
