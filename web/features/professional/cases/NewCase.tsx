import { useFieldArray } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod/mini';
import { maxCaseChildren, newCase, openCase } from '#contract/api/professional-cases.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Form, Pair } from '#web/ui/form/Form.tsx';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { type ContractForm, useContractForm } from '#web/ui/form/use-contract-form.ts';
import style from '../pro.module.css';
import { ProPage } from '../ProPage.tsx';
import { caseAddress } from './case-words.ts';

type Person = { firstName: string; lastName: string; email: string };
type NewCaseInput = { parentA: Person; parentB: Person; children: { firstName: string }[]; language: 'en' | 'es' };
type NewCaseValues = z.output<typeof newCase>;
const schema = newCase as unknown as z.ZodMiniType<NewCaseValues, NewCaseInput>;
const nobody: Person = { firstName: '', lastName: '', email: '' };

const labels = {
  'parentA.firstName': () => m.pro_new_first_name(),
  'parentA.lastName': () => m.pro_new_last_name(),
  'parentA.email': () => m.pro_new_email(),
  'parentB.firstName': () => m.pro_new_first_name(),
  'parentB.lastName': () => m.pro_new_last_name(),
  'parentB.email': () => m.pro_new_email(),
  'children.firstName': (position: number) => m.pro_new_child({ number: position + 1 }),
  language: () => m.pro_new_language(),
};

/** One short form for a family. Nobody hears of it before an invite is sent. */
export function Screen() {
  const navigate = useNavigate();
  const form = useContractForm<NewCaseInput, NewCaseValues>({
    schema,
    defaultValues: { parentA: nobody, parentB: nobody, children: [], language: currentLanguage() },
    labels,
    onSubmit: async (body): Promise<void> => {
      const result = await call(openCase, { body });
      if (!result.ok) return applyProblem(form, result.problem);
      await navigate(caseAddress(result.data.familyId));
    },
  });
  return (
    <ProPage heading={m.pro_new_title()} lead={m.pro_new_lead()}>
      <Form of={form}>
        <PersonFields form={form} at="parentA" title={m.pro_new_parent_a()} />
        <PersonFields form={form} at="parentB" title={m.pro_new_parent_b()} hint={m.pro_new_email_b_hint()} />
        <ChildrenNames form={form} />
        <SelectField
          {...form.field('language')}
          options={[
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
        />
        <Actions>
          <Button type="submit" waiting={form.isSubmitting}>
            {m.pro_new_create()}
          </Button>
          <ButtonLink look="link" to={addresses.professionalCases}>
            {m.pro_case_cancel()}
          </ButtonLink>
        </Actions>
      </Form>
    </ProPage>
  );
}

type Part = { form: ContractForm<NewCaseInput, NewCaseValues> };

function PersonFields({ form, at, title, hint }: Part & { at: 'parentA' | 'parentB'; title: string; hint?: string }) {
  return (
    <fieldset className={style.fieldset}>
      <legend>{title}</legend>
      <Pair>
        <TextField {...form.field(`${at}.firstName`)} autoComplete="off" autoCapitalize="words" />
        <TextField {...form.field(`${at}.lastName`)} autoComplete="off" autoCapitalize="words" />
      </Pair>
      <TextField
        {...form.field(`${at}.email`)}
        type="email"
        autoComplete="off"
        hint={hint}
        optional={at === 'parentB'}
      />
    </fieldset>
  );
}

function ChildrenNames({ form }: Part) {
  const { fields, append, remove } = useFieldArray({ control: form.form.control, name: 'children' });
  return (
    <fieldset className={style.fieldset}>
      <legend>{m.pro_new_children()}</legend>
      {fields.map((child, index) => (
        <div key={child.id} className={style.child}>
          <TextField {...form.field(`children.${index}.firstName`)} autoComplete="off" autoCapitalize="words" />
          <Button look="link" aria-label={m.pro_new_remove_child({ number: index + 1 })} onClick={() => remove(index)}>
            <span aria-hidden="true">×</span>
          </Button>
        </div>
      ))}
      {fields.length < maxCaseChildren && (
        <div>
          <Button look="quiet" onClick={() => append({ firstName: '' })}>
            {m.pro_new_add_child()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
