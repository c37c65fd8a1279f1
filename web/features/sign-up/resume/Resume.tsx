import { useSearchParams } from 'react-router';
import { linkFragment } from '#contract/sign-in/mailed-link.ts';
import { nextStepPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { signUpResumed } from '#web/join-session/resumed-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { ByLink } from './ByLink.tsx';
import { RequestLink } from './RequestLink.tsx';
import style from './resume.module.css';
import { takeSavedPlan } from './take-saved-plan.ts';

type Resumed = Parameters<typeof signUpResumed>[0];

/** Resumes a sign-up from another device by a code or a mailed link. */
export function Screen() {
  const [token] = useMailedSecrets('token') ?? [];
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const resume = useResume();
  const form = useContractForm({
    schema: lateSchema(
      () => import('#web/problems/mailed-code-schema.ts'),
      ({ mailedCodeSchema }) => mailedCodeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.resume_code() },
    onSubmit: async (body): Promise<void> => {
      const hash = linkFragment(body.code, ['token']);
      if (hash !== null) return navigate({ hash }, { replace: true });
      const answer = await call('POST /v2/resume-codes/exchange', { body });
      if (answer.ok) await resume(answer.data);
      else applyProblem(form, answer.problem);
    },
  });
  return (
    <div className={layout.page}>
      <PageHeading title={m.resume_title()} subtitle={m.resume_subtitle()}>
        {m.resume_heading()}
      </PageHeading>
      {token !== undefined && <ByLink key={token} token={token} onResumed={resume} />}
      {query.has('moved') && <Notice>{m.resume_moved()}</Notice>}
      <div className={style.ways}>
        <Card as="section" labelledBy="resume-code">
          <h2 id="resume-code">{m.resume_by_code()}</h2>
          <Form of={form}>
            <TextField
              {...form.field('code')}
              hint={m.resume_code_hint()}
              autoComplete="off"
              autoCapitalize="characters"
            />
            <Actions>
              <Submit of={form}>{m.ui_continue()}</Submit>
            </Actions>
          </Form>
        </Card>
        <RequestLink />
      </div>
    </div>
  );
}

/** Opens the first incomplete step, with the saved plan if it is still offered. */
function useResume() {
  const navigate = useNavigate();
  return async (answer: Resumed) => {
    changeSession(signUpResumed(answer, new Date().toISOString()));
    const { lastCompletedStep, order } = answer;
    const hasPlan = lastCompletedStep === 2 && order !== null && (await takeSavedPlan(order));
    const step = hasPlan ? paths.payment : nextStepPath(joinSession().lastCompletedStep);
    await navigate(joinAddress(step), { replace: true });
  };
}
