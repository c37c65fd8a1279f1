import { useState } from 'react';
import { unknownField } from '#contract/error-codes.ts';
import type { FamilyInput } from '#contract/sign-up/family.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { ChildrenFields } from '#web/fields/family/ChildrenFields.tsx';
import { familyLabels } from '#web/fields/family/family-form.ts';
import { listed } from '#web/i18n/listed.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { Actions } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { Form, Pair, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { CardSkeletons } from '../AccountPage.tsx';
import { coParentText } from '../co-parent-text.ts';
import { CoParentInvite } from './CoParentInvite.tsx';
import { type FamilyNamesValues, type FamilyView, familyNamesBody, familyNamesDefaults } from './family-names.ts';
import { InviteByEmail } from './InviteByEmail.tsx';
import style from './settings.module.css';

/** The children's names, and the co-parent's until they have joined. */
export default function FamilyNames() {
  const answer = useSignedInQuery('GET /v2/account/family', {});
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  return answer.state === 'loading' ? <CardSkeletons count={1} /> : <FamilyForm family={answer.data} />;
}

function FamilyForm({ family }: { family: FamilyView }) {
  const [view, setView] = useState(family);
  const [saved, setSaved] = useState(false);
  const form = useContractForm<FamilyInput, FamilyNamesValues>({
    schema: lateSchema(
      () => import('./family-names-schema.ts'),
      ({ familyNamesSchema }) => familyNamesSchema(view),
    ),
    defaultValues: familyNamesDefaults(view),
    labels: familyLabels,
    onSubmit: async (values): Promise<void> => {
      setSaved(false);
      const result = await call('PUT /v2/account/family', { body: familyNamesBody(view, values) });
      if (!result.ok)
        return result.problem.code === 'CONFLICT' ? showNewer(result.problem) : applyProblem(form, result.problem);
      setView(result.data);
      form.form.reset(familyNamesDefaults(result.data));
      setSaved(true);
    },
  });
  /** The input stays; saving again overwrites the newer list that is shown. */
  const showNewer = async (problem: CallProblem) => {
    const newer = await call('GET /v2/account/family', {});
    if (!newer.ok) return applyProblem(form, problem);
    setView(newer.data);
    form.applyServerErrors([{ field: unknownField, text: changedMeanwhile(newer.data) }]);
  };
  /** The form keeps its children, and so their version: with a newer one the next save would delete who was added. */
  const changeCoParent = (newer: FamilyView) => setView((now) => ({ ...now, coParent: newer.coParent }));
  const { coParent } = view;
  return (
    <>
      {coParent && (coParent.invite || coParent.state === 'NOT_INVITED') && (
        <Card>
          <InviteByEmail coParent={coParent} onInvited={changeCoParent} />
          {coParent.invite && (
            <CoParentInvite coParent={{ ...coParent, invite: coParent.invite }} onChanged={changeCoParent} />
          )}
        </Card>
      )}
      <Card>
        <Form of={form}>
          {coParent?.mayEdit && (
            <fieldset className={style.person}>
              <legend>{m.account_settings_co_parent_name()}</legend>
              <p className={layout.soft}>
                {!coParent.invite && coParentText(coParent)} {m.account_settings_co_parent_name_hint()}
              </p>
              <Pair>
                <TextField {...form.field('coParent.firstName')} autoComplete="off" autoCapitalize="words" />
                <TextField {...form.field('coParent.lastName')} autoComplete="off" autoCapitalize="words" />
              </Pair>
            </fieldset>
          )}
          {coParent && !coParent.mayEdit && (
            <p>
              {coParent.state === 'JOINED'
                ? m.account_settings_co_parent_own({ name: `${coParent.firstName} ${coParent.lastName}` })
                : coParentText(coParent)}
            </p>
          )}
          <ChildrenFields of={form} />
          <p className={layout.soft}>{m.account_settings_family_text()}</p>
          <LiveText>{saved && <Notice tone="success">{m.account_settings_family_saved()}</Notice>}</LiveText>
          <Actions>
            <Submit of={form}>{m.account_settings_family_save()}</Submit>
          </Actions>
        </Form>
      </Card>
    </>
  );
}

function changedMeanwhile({ children }: FamilyView): string {
  const names = listed(children.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
  return m.account_settings_family_changed({ children: names });
}
