import { type KeyboardEvent, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Choice } from '#contract/api/lookups.ts';
import { withoutAccents } from '#contract/fields/typed-text.ts';
import type { StepTwo } from '#contract/professionals/professional.ts';
import { m } from '#messages/messages.js';
import { describe, FieldShell } from '#web/ui/form/FieldShell.tsx';
import fields from '#web/ui/form/fields.module.css';
import { Option, OptionBox, OptionList } from '#web/ui/form/OptionList.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { useOptions } from '#web/ui/form/use-options.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './RolesField.module.css';
import type { PracticeInput } from './sign-up-forms.ts';

type Props = { form: ContractForm<PracticeInput, StepTwo>; choices: readonly Choice[] };

/** Multiple choice from a long list: a combobox that filters while typing, with ticks and the chosen roles below. */
export function RolesField({ form, choices }: Props) {
  const {
    field: { value: chosen, onChange, onBlur, ref },
  } = useController({ name: 'roles', control: form.form.control });
  const { id, label, error } = form.fieldTexts('roles');
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const matching = choices.filter((choice) => withoutAccents(choice.label).includes(withoutAccents(typed)));
  const options = useOptions({ id, count: matching.length, open });

  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((role) => role !== value) : [...chosen, value]);
  const close = () => {
    setOpen(false);
    options.close();
  };
  const move = (step: 1 | -1) => {
    setOpen(true);
    options.move(step);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const at = matching[options.active];
    if (event.key === 'ArrowDown' && matching.length > 0) move(1);
    else if (event.key === 'ArrowUp' && matching.length > 0) move(-1);
    else if (event.key === 'Enter' && open && at) toggle(at.value);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };
  const hint = m.pro_roles_hint();
  return (
    <FieldShell id={id} label={label} hint={hint} error={error}>
      <OptionBox onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}>
        <input
          {...describe({ id, hint, error })}
          {...options.combobox}
          ref={ref}
          id={id}
          className={fields.input}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={chosen.length > 0 ? m.pro_roles_chosen({ count: chosen.length }) : m.pro_roles_find()}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setOpen(true);
            options.close();
          }}
          onClick={() => setOpen(true)}
          onKeyDown={handleKey}
          onBlur={onBlur}
        />
        <OptionList options={options} label={label} multiple>
          {matching.map(({ value, label: text }, index) => (
            <Option
              key={value}
              options={options}
              index={index}
              selected={chosen.includes(value)}
              onChoose={() => toggle(value)}
            >
              <span className={style.role}>
                <span className={style.tick} aria-hidden="true">
                  {chosen.includes(value) && '✓'}
                </span>
                {text}
              </span>
            </Option>
          ))}
          {matching.length === 0 && <p className={style.none}>{m.pro_roles_none_found()}</p>}
        </OptionList>
      </OptionBox>
      <Chosen roles={chosen} choices={choices} onRemove={toggle} />
    </FieldShell>
  );
}

function Chosen({
  roles,
  choices,
  onRemove,
}: {
  roles: readonly string[];
  choices: readonly Choice[];
  onRemove: (role: string) => void;
}) {
  const textOf = (role: string) => choices.find(({ value }) => value === role)?.label ?? role;
  return (
    <>
      <VisuallyHidden>
        <span role="status">{roles.length > 0 ? m.pro_roles_chosen({ count: roles.length }) : ''}</span>
      </VisuallyHidden>
      {roles.length > 0 && (
        <ul className={style.chosen}>
          {roles.map((role) => (
            <li key={role}>
              <button
                type="button"
                className={style.chip}
                aria-label={m.pro_roles_remove({ role: textOf(role) })}
                onClick={() => onRemove(role)}
              >
                {textOf(role)} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
