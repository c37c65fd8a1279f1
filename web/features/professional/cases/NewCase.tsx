import { useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { midSentence } from '#web/i18n/listed.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Form, Pair } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { type ContractForm, useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import { ProPage } from '../ProPage.tsx';
import style from '../pro.module.css';
import { ChildrenFields } from './ChildrenFields.tsx';
import { caseAddress, familyName } from './case-texts.ts';
import type { NewCaseInput, NewCaseValues, Person } from './new-case-schema.ts';

const emptyPerson: Person = { firstName: '', lastName: '', email: '' };
const blank = { parentA: emptyPerson, parentB: emptyPerson, children: [] };

const short = { firstName: m.ui_first_name, lastName: m.ui_last_name, email: m.ui_email };
const ofParent = (parent: () => string, part: keyof typeof short) => () => `${parent()}, ${midSentence(short[part]())}`;

/** Labels for the error summary name the parent; the visible labels are short. */
const labels = {
  'parentA.firstName': ofParent(m.pro_new_parent_a, 'firstName'),
  'parentA.lastName': ofParent(m.pro_new_parent_a, 'lastName'),
  'parentA.email': ofParent(m.pro_new_parent_a, 'email'),
  'parentB.firstName': ofParent(m.pro_new_parent_b, 'firstName'),
  'parentB.lastName': ofParent(m.pro_new_parent_b, 'lastName'),
  'parentB.email': ofParent(m.pro_new_parent_b, 'email'),
  'children.firstName': (position: number) => m.pro_new_child({ number: position + 1 }),
  language: () => m.pro_new_language(),
};

/** A short form for a new family. Nobody is notified before an invite is sent. */
export function Screen() {
  const navigate = useNavigate();
  const another = useRef(false);
  const [openedId, setOpened] = useState<string | null>(null);
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID());
  const form = useContractForm<NewCaseInput, NewCaseValues>({
    schema: lateSchema(
      () => import('./new-case-schema.ts'),
      ({ newCaseSchema }) => newCaseSchema,
    ),
    defaultValues: { ...blank, language: currentLanguage() },
    labels,
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/professional/cases', { body, headers: { 'idempotency-key': requestKey } });
      if (!result.ok) {
        if (result.problem.code === 'IDEMPOTENCY_MISMATCH') setRequestKey(crypto.randomUUID());
        return applyProblem(form, explained(result.problem));
      }
      if (!another.current) return void navigate(caseAddress(result.data.familyId));
      form.form.reset({ ...blank, language: body.language });
      setOpened(familyName(result.data));
      setRequestKey(crypto.randomUUID());
      form.form.setFocus('parentA.firstName');
    },
  });

  const list = useFieldArray({ control: form.form.control, name: 'children' });
  return (
    <ProPage heading={m.pro_new_title()} lead={m.pro_new_lead()}>
      <LiveText>{openedId && <p>{m.pro_new_created({ name: openedId })}</p>}</LiveText>
      <Form of={form}>
        <PersonFields form={form} at="parentA" title={m.pro_new_parent_a()} />
        <PersonFields form={form} at="parentB" title={m.pro_new_parent_b()} hint={m.pro_new_email_b_hint()} />
        <ChildrenFields list={list} field={(index) => form.field(`children.${index}.firstName`)} />
        <SelectField
          {...form.field('language')}
          options={[
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
        />
        <Actions>
          {[m.pro_new_create(), m.pro_new_create_more()].map((text, index) => (
            <Button
              key={text}
              type="submit"
              variant={index === 0 ? 'primary' : 'quiet'}
              waiting={form.isSubmitting}
              onClick={() => {
                another.current = index === 1;
              }}
            >
              {text}
            </Button>
          ))}
          <ButtonLink variant="link" to={addresses.professionalCases}>
            {m.pro_case_cancel()}
          </ButtonLink>
        </Actions>
      </Form>
    </ProPage>
  );
}

/** Changes made after a lost response: the family exists as it was first sent. */
const explained = (problem: CallProblem): CallProblem =>
  problem.code === 'IDEMPOTENCY_MISMATCH' ? { ...problem, message: m.pro_new_opened_before() } : problem;

type Part = { form: ContractForm<NewCaseInput, NewCaseValues> };

function PersonFields({ form, at, title, hint }: Part & { at: 'parentA' | 'parentB'; title: string; hint?: string }) {
  return (
    <fieldset className={style.fieldset}>
      <legend>{title}</legend>
      <Pair>
        <TextField
          {...form.field(`${at}.firstName`)}
          label={short.firstName()}
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField
          {...form.field(`${at}.lastName`)}
          label={short.lastName()}
          autoComplete="off"
          autoCapitalize="words"
        />
      </Pair>
      <TextField
        {...form.field(`${at}.email`)}
        label={short.email()}
        type="email"
        autoComplete="off"
        hint={hint}
        optional={at === 'parentB'}
      />
    </fieldset>
  );
}
