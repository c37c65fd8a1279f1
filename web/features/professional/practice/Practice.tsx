import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { ProPage } from '../ProPage.tsx';
import { PracticeForm } from '../sign-up/PracticeForm.tsx';

/** The practice's billing data and the professional's roles. */
export function Screen() {
  const answer = useSignedInQuery('GET /v2/professional/practice', {});
  return (
    <ProPage heading={m.pro_practice_title()} lead={m.pro_practice_lead()}>
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && <Skeleton shape="card" />}
      {answer.state === 'ready' && (
        <PracticeForm
          values={answer.data}
          submitText={m.pro_practice_save()}
          onSubmit={async (values) => {
            const result = await call('PUT /v2/professional/practice', { body: values });
            if (result.ok) showToast({ text: m.pro_practice_saved() });
            else if (result.problem.validationErrors.length > 0) return result.problem.validationErrors;
            else showError(result.problem);
            return null;
          }}
        />
      )}
    </ProPage>
  );
}
