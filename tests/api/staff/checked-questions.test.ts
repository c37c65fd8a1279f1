import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import { addOwner, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';

type Chosen = Pick<typeof question, 'securityAnswer' | 'securityCode'>;

/** Whether the staff member finds question and code right, and may record them as a proof. */
async function checked(site: TestSite, userId: string, typed: Chosen | null): Promise<{ isOffered: boolean }> {
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const inputs = typed && { answer: typed.securityAnswer, code: typed.securityCode };
  if (inputs) await performAction(site, sam, userId, { action: 'CHECK_SECURITY', subject: null, inputs });
  const offer = offerOf(await viewPerson(site, sam, userId), 'GIVE_ACCOUNT_BACK');
  const proved = offer?.inputs.find(({ name }) => name === 'proved');
  return { isOffered: proved?.kind === 'choice' && proved.options.some(({ value }) => value === 'QUESTION') };
}

const chooseQuestion = async (
  session: Awaited<ReturnType<typeof sessionCalls>>,
  { securityAnswer, securityCode }: Chosen,
) =>
  session.call('PUT', '/profile/security', {
    security: { ...question, securityAnswer, securityCode, confirmCode: securityCode },
  });

test('W6: question and code count for staff as they were before a change that can be contested', async () => {
  const site = await openSite();
  const { userId, ...owner } = await addOwner(site);
  site.clock.advance(days(1));
  const his = { securityAnswer: 'Hillside', securityCode: '9999' };
  expect((await chooseQuestion(await sessionCalls(site, owner), his)).status).toBe(200);
  expect(await checked(site, userId, his)).toEqual({ isOffered: false });
  expect(await checked(site, userId, question)).toEqual({ isOffered: true });
});

test('W6: a question that was changed after staff had checked it is checked again', async () => {
  const site = await openSite();
  const { userId, ...owner } = await addOwner(site);
  expect(await checked(site, userId, question)).toEqual({ isOffered: true });
  site.clock.advance(minutes(1));
  const hers = { securityAnswer: 'Hillside', securityCode: '9999' };
  expect((await chooseQuestion(await sessionCalls(site, owner), hers)).status).toBe(200);
  expect(await checked(site, userId, null)).toEqual({ isOffered: false });
});
