import { m } from '#messages/messages.js';
import { useQuery } from '#web/api/use-query.ts';
import type { FieldBinding } from '#web/ui/form/FieldShell.tsx';
import { Pair } from '#web/ui/form/Form.tsx';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';

type Part = 'securityQuestion' | 'securityAnswer' | 'securityCode' | 'confirmCode';

/** Security question, answer and four-digit code (specification 5.4). */
export function SecurityFields({ of }: { of: { field: (path: `security.${Part}`) => FieldBinding } }) {
  const answer = useQuery('GET /v2/security-questions', {}, { cached: true });
  const questions = answer.state === 'ready' ? answer.data.securityQuestions : [];
  return (
    <>
      {answer.state === 'failed' ? (
        // If the list of questions fails to load, a question of one's own is accepted: the rule is the same.
        <TextField {...of.field('security.securityQuestion')} autoComplete="off" spellCheck />
      ) : (
        <LateSelectField
          {...of.field('security.securityQuestion')}
          options={questions}
          emptyLabel={answer.state === 'loading' ? m.ui_loading() : m.credentials_security_question_choose()}
        />
      )}
      <TextField
        {...of.field('security.securityAnswer')}
        autoComplete="off"
        hint={m.credentials_security_answer_hint()}
      />
      <Pair>
        <PasswordField
          {...of.field('security.securityCode')}
          numeric
          autoComplete="off"
          hint={m.credentials_security_code_hint()}
        />
        <PasswordField
          {...of.field('security.confirmCode')}
          numeric
          autoComplete="off"
          hint={m.credentials_confirm_code_hint()}
        />
      </Pair>
    </>
  );
}
