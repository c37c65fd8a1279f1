import type { AnswerOf } from '#contract/api/route.ts';
import type { readFamily } from '#contract/api/sign-up/family.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { mailsTo } from './sandbox.ts';
import { type Registration, readyToPay, send, submitPayment } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { drain, signedIn } from './subscriber.ts';

type Family = AnswerOf<typeof readFamily> & { code: string };
type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: object };

export const timeBySignUp = (site: TestSite, { signupId, headers }: Registration, timing: Partial<InviteTiming>) =>
  send<{ code: string; validationErrors: { code: string }[] }>(site.app, {
    method: 'PUT',
    path: `/v2/registrations/${signupId}/invite-timing`,
    headers,
    body: timing,
  });

/** Parent A in Minnesota has paid, and has chosen when the co-parent is invited. */
export async function paidWithTiming(
  site: TestSite,
  timing: Partial<InviteTiming>,
  submission: { payForCoparent?: boolean } = {},
) {
  const { db } = site.dependencies;
  const registration = await readyToPay(site.app);
  const response = await timeBySignUp(site, registration, timing);
  if (response.status !== 200) throw new Error(`Timing answered ${response.status}: ${JSON.stringify(response.body)}`);
  const paid = await submitPayment(site.app, registration, submission);
  if (paid.body.outcome !== 'PAID') throw new Error(`Paying answered ${JSON.stringify(paid.body)}`);
  await drain(site);
  const people = await db
    .selectFrom('users')
    .select(['id', 'role', 'phoneNumber', 'phoneCountryCode'])
    .where('familyId', '=', (own) => own.selectFrom('users').select('familyId').where('email', '=', registration.email))
    .execute();
  const [inviterId = '', invitedId = ''] = (['PARENT_A', 'PARENT_B'] as const).map(
    (role) => people.find((person) => person.role === role)?.id ?? '',
  );
  // The session may have expired since the last call, so it signs in again.
  const callAsParent = async <Body = Family>({ method = 'PUT', path, body }: Call) =>
    send<Body & { code: string }>(site.app, {
      method,
      path: `/v2/account/${path}`,
      headers: await signedIn(site, inviterId),
      ...(body ? { body } : {}),
    });
  return {
    registration,
    inviterId,
    invitedId,
    ask: callAsParent,
    time: (timing: Partial<InviteTiming>) => callAsParent({ path: 'co-parent/invite-timing', body: timing }),
    view: async () => (await callAsParent({ method: 'GET', path: 'family' })).body.coParent,
    mails: async () => {
      await drain(site);
      return (await mailsTo(site.sandboxUrl, registration.coParentEmail)).length;
    },
    /** Runs the job of the scheduled day, on time or early. */
    due: () => jobs['send-timed-invite'].run(site.jobDependencies, { userId: invitedId }),
  };
}
