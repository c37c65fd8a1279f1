import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import fields from '#web/ui/form/fields.module.css';
import style from '../pro.module.css';

type Props = {
  people: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onPeople: (ids: string[]) => void;
  packages: readonly PackageCard[];
  packageId: number;
  onPackage: (id: number) => void;
};

/** Which parents the plan is for, and which plan. */
export function PlanChoice({ people, chosen, onPeople, packages, packageId, onPackage }: Props) {
  const toggle = (id: string) => onPeople(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <fieldset className={style.fieldset}>
        <legend>{m.pro_plan_for()}</legend>
        {people.map(({ value, label }) => (
          <label key={value} className={fields.choice}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={style.fieldset}>
        <legend>{m.pro_plan_which()}</legend>
        {packages.map(({ id, receiptText, totalPriceFormatted, description }) => (
          <label key={id} className={fields.choice}>
            <input type="radio" name="plan" checked={id === packageId} onChange={() => onPackage(id)} />
            <span>
              {m.pro_plan_option({ plan: receiptText, price: totalPriceFormatted })}
              <span className={fields.detail}>{description}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
