import { useWatch } from 'react-hook-form';
import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { CheckboxField } from '#web/ui/form/CheckboxField.tsx';
import { ChoiceGroup } from '#web/ui/form/ChoiceGroup.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import {
  type CurrentOptions,
  isCurrentOption,
  storageChoices,
  type TickedField,
  tickedFields,
  tickedOption,
} from './build-form.ts';
import type { Build, BuildInput } from './build-schema.ts';
import style from './build-your-own.module.css';

export type BuildForm = ContractForm<BuildInput, Build>;

type Props = {
  of: BuildForm;
  card: PackageCard;
  /** In upgrade mode: the options that stay. */
  current: CurrentOptions | null;
};

/** The add-ons of the chosen term. */
export function OptionFields({ of, card, current }: Props) {
  const storage = storageChoices(card, current ? 'upgrade' : 'purchase', current);
  const myfiles = useWatch({ control: of.form.control, name: 'myfiles' });
  return (
    <>
      {storage.length > 0 && (
        <ChoiceGroup
          {...of.fieldTexts('myfiles')}
          hint={m.build_your_own_storage_hint()}
          choices={storage.map(({ optionCode, description, price, priceFormatted }) => ({
            value: optionCode,
            label: description,
            detail: current?.services.includes(optionCode)
              ? m.build_your_own_included()
              : price === 0
                ? m.build_your_own_free()
                : m.build_your_own_adds({ price: priceFormatted }),
          }))}
          chosen={myfiles ?? ''}
          onChange={async ({ target }) => {
            if (target instanceof HTMLInputElement)
              of.form.setValue('myfiles', target.value, { shouldDirty: true, shouldValidate: true });
          }}
          onBlur={async () => undefined}
          ref={() => undefined}
        />
      )}
      <fieldset className={style.options}>
        <legend className={style.legend}>{m.build_your_own_add_ons()}</legend>
        {tickedFields.map((name) => (
          <TickedOption key={name} of={of} card={card} name={name} fixed={isCurrentOption(card, name, current)} />
        ))}
      </fieldset>
    </>
  );
}

const explanations: Record<TickedField, () => string> = {
  tonemeter: m.build_your_own_tone_meter_hint,
  unlimitedPayments: m.build_your_own_unlimited_payments_hint,
  callsBasic: m.build_your_own_recorded_calls_hint,
};

type TickedOptionProps = { of: BuildForm; card: PackageCard; name: TickedField; fixed: boolean };

function TickedOption({ of, card, name, fixed }: TickedOptionProps) {
  const value = useWatch({ control: of.form.control, name });
  const option = tickedOption(card, name);
  if (!option) return null;
  const { optionCode, description, priceFormatted } = option;
  return (
    <CheckboxField
      {...of.fieldTexts(name)}
      hint={explanations[name]()}
      richLabel={
        <span className={style.tickWords}>
          <span>{description}</span>
          <span className={style.optionPrice}>
            {fixed ? m.build_your_own_included() : m.build_your_own_adds({ price: priceFormatted })}
          </span>
        </span>
      }
      checked={fixed || value === optionCode}
      onChange={async ({ target }) => {
        if (fixed) return;
        of.form.setValue(name, target instanceof HTMLInputElement && target.checked ? optionCode : '', {
          shouldDirty: true,
          shouldValidate: true,
        });
      }}
      onBlur={async () => undefined}
      ref={() => undefined}
    />
  );
}
