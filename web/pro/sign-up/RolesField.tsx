import { type KeyboardEvent, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Choice } from '#contract/api/lookups.ts';
import type { StepTwo } from '#contract/professional.ts';
import { m } from '#messages/messages.js';
import { describe, FieldShell } from '../../ui/form/FieldShell.tsx';
import fields from '../../ui/form/fields.module.css';
import type { ContractForm } from '../../ui/form/use-contract-form.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import style from './RolesField.module.css';
import type { PracticeInput } from './sign-up-forms.ts';

type Props = { form: ContractForm<PracticeInput, StepTwo>; choices: readonly Choice[] };

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Several roles from a long list: a combobox that narrows while typing, with a tick at each chosen one and the chosen ones below. */
export function RolesField({ form, choices }: Props) {
  const {
    field: { value: chosen, onChange, onBlur, ref },
  } = useController({ name: 'roles', control: form.form.control });
  const { id, label, error } = form.words('roles');
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = choices.filter((choice) => plain(choice.label).includes(plain(typed.trim())));
  const listId = `${id}-list`;
  const optionId = (index: number) => `${id}-option-${index}`;

  const toggle = (value: string) => onChange(chosen.includes(value) ? chosen.filter((role) => role !== value) : [...chosen, value]);
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const move = (step: 1 | -1) => {
    setOpen(true);
    const next = active === -1 ? (step === 1 ? 0 : found.length - 1) : (active + step + found.length) % found.length;
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const at = found[active];
    if (event.key === 'ArrowDown' && found.length > 0) move(1);
    else if (event.key === 'ArrowUp' && found.length > 0) move(-1);
    else if (event.key === 'Enter' && open && at) toggle(at.value);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };
  const hint = m.pro_roles_hint();
  return (
    <FieldShell id={id} label={label} hint={hint} error={error}>
      <div className={style.box} onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}>
        <input
          {...describe({ id, hint, error })}
          ref={ref}
          id={id}
          className={fields.input}
          type="text"
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={chosen.length > 0 ? m.pro_roles_chosen({ count: chosen.length }) : m.pro_roles_find()}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setOpen(true);
            setActive(-1);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          onBlur={onBlur}
        />
        <div id={listId} role="listbox" aria-label={label} aria-multiselectable="true" tabIndex={-1} className={style.list} hidden={!open}>
          {found.map(({ value, label: text }, index) => (
            <button
              key={value}
              id={optionId(index)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={chosen.includes(value)}
              className={classNames(style.option, index === active && style.active)}
              // The field keeps the focus: a press must not take the list away before it arrives.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => toggle(value)}
            >
              <span className={style.tick} aria-hidden="true">
                {chosen.includes(value) && '✓'}
              </span>
              {text}
            </button>
          ))}
          {found.length === 0 && <p className={style.none}>{m.pro_roles_none_found()}</p>}
        </div>
      </div>
      <Chosen roles={chosen} choices={choices} onRemove={toggle} />
    </FieldShell>
  );
}

function Chosen({ roles, choices, onRemove }: { roles: readonly string[]; choices: readonly Choice[]; onRemove: (role: string) => void }) {
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
