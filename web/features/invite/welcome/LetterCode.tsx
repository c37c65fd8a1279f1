import { useEffect } from 'react';
import { Link } from 'react-router';
import { linkFragment } from '#contract/sign-in/mailed-link.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { trackView } from '#web/analytics/track.ts';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { inviteLinkOf } from '#web/join-session/invite-link.ts';
import { inviteLinkOpened } from '#web/join-session/invite-transitions.ts';
import { changeSession } from '#web/join-session/session-store.ts';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { addresses, joinAddress } from '#web/site/addresses.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';

type CodeInput = { code: string };
const labels = { code: () => m.invite_letter_code() };

/** The form for the code of a printed letter, and alternatives for a visitor without link or code. */
export function LetterCode() {
  useEffect(() => trackView('Welcome Page', { invited: true }), []);
  const form = useContractForm<CodeInput, CodeInput>({
    schema: lateSchema(
      () => import('./letter-code-schema.ts'),
      ({ letterCodeSchema }) => letterCodeSchema,
    ),
    defaultValues: { code: '' },
    labels,
    onSubmit: async (body): Promise<void> => {
      const mailed = inviteLinkOf(linkFragment(body.code, ['token', 'user']) ?? '');
      if (mailed) return changeSession(inviteLinkOpened(mailed));
      const result = await call('POST /v2/invite-codes/exchange', { body });
      if (!result.ok) return applyProblem(form, result.problem);
      changeSession(inviteLinkOpened(result.data));
    },
  });
  const [scanned] = useMailedSecrets('code') ?? [];
  const { setValue } = form.form;
  useEffect(() => {
    if (scanned !== undefined) setValue('code', scanned);
  }, [scanned, setValue]);
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <PageHeading title={m.invite_title()} subtitle={m.invite_letter_subtitle()}>
        {m.invite_letter_heading()}
      </PageHeading>
      <Form of={form}>
        <TextField
          {...form.field('code')}
          hint={`${m.invite_letter_hint()} ${m.invite_letter_from_mail()}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Actions>
          <Submit of={form}>{m.ui_continue()}</Submit>
        </Actions>
      </Form>
      <p>
        {m.invite_letter_mailed()} <Link to={joinAddress(paths.inviteRequest)}>{m.invite_letter_no_link()}</Link>
      </p>
      <p>
        {m.invite_letter_joined()} <Link to={addresses.login}>{m.ui_log_in()}</Link>
      </p>
    </div>
  );
}
