import style from './Choices.module.css';

type Props<Value extends string> = {
  legend: string;
  choices: readonly (readonly [Value, string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of several ways, each a radio button. */
export function Choices<Value extends string>({ legend, choices, chosen, onChoose }: Props<Value>) {
  return (
    <fieldset className={style.ways}>
      <legend>{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={legend} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
