import style from './PriceLines.module.css';

/** A text whose codes and numbers do not break at hyphens, where they would read as two. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\S*-\S*)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className={style.piece}>
        {part}
      </span>
    ),
  );
}
