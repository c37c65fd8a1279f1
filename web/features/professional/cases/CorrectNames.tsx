import { useFieldArray } from 'react-hook-form';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Form, Pair, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import style from '../pro.module.css';
import { ChildrenFields } from './ChildrenFields.tsx';
import { fullName } from './case-texts.ts';

type Props = { family: ProfessionalCase; onCorrected: (family: ProfessionalCase) => void };

/**
 * The names entered by the professional: of parents who have not joined, and of the children while the professional may
 * change them.
 */
export function CorrectNames({ family: { familyId, parents, children, mayChangeChildren }, onCorrected }: Props) {
  const waiting = parents.filter(({ stage }) => stage !== 'JOINED');
  const form = useContractForm({
    schema: lateSchema(
      () => import('./names-schema.ts'),
      ({ namesSchema }) => namesSchema,
    ),
    defaultValues: {
      parents: waiting.map(({ userId, firstName, lastName }) => ({ userId, firstName, lastName })),
      children: children.map((firstName) => ({ firstName })),
    },
    labels: {
      'parents.firstName': () => m.ui_first_name(),
      'parents.lastName': () => m.ui_last_name(),
      'children.firstName': (position: number) => m.pro_new_child({ number: position + 1 }),
    },
    onSubmit: async ({ parents: parentNames, children: childNames }): Promise<void> => {
      const result = await call('PUT /v2/professional/cases/:familyId', {
        params: { familyId },
        body: { parents: parentNames, ...(mayChangeChildren ? { children: childNames } : {}) },
      });
      if (!result.ok) return applyProblem(form, result.problem);
      onCorrected(result.data);
    },
  });
  const list = useFieldArray({ control: form.form.control, name: 'children' });
  return (
    <Form of={form}>
      <p>{m.pro_case_names_text()}</p>
      {waiting.map((parent, index) => (
        <fieldset key={parent.userId} className={style.fieldset}>
          <legend>{fullName(parent)}</legend>
          <Pair>
            <TextField {...form.field(`parents.${index}.firstName`)} autoComplete="off" autoCapitalize="words" />
            <TextField {...form.field(`parents.${index}.lastName`)} autoComplete="off" autoCapitalize="words" />
          </Pair>
        </fieldset>
      ))}
      {mayChangeChildren && <ChildrenFields list={list} field={(index) => form.field(`children.${index}.firstName`)} />}
      <Actions>
        <Submit of={form}>{m.pro_case_names_save()}</Submit>
      </Actions>
    </Form>
  );
}
