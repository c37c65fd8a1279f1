import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { chargeDay } from '#server/plans/renewal-due.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { hasOpenDispute } from '#server/payments/dispute-repository.ts';
import { usableUntil } from '#server/subscriptions/subscription-life.ts';
import { readSubscription } from '#server/subscriptions/subscription-repository.ts';
import { askToClose, closeOnRequest, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { bankSays, declineLatestSettlement } from '../../setup/payers-bank.ts';
import type { TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, subscriptionOf } from '../../setup/subscriber.ts';
import { family, type Parent, type Parents } from '../../setup/two-parents.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

const textsTo = async (site: TestSite, email: string) =>
  (await mailsInOrder(site, email)).map(({ subject, text }) => `${subject}\n${text}`.replaceAll(/\s+/g, ' '));

/** Collects the mails to a parent from here on. */
async function from(site: TestSite, { email }: Parent) {
  const before = (await textsTo(site, email)).length;
  return async () => (await textsTo(site, email)).slice(before);
}

const inWords = (day: Day) => longDate(day, { language: 'en' });
const periodEnd = async (site: TestSite, parent: Parent) => (await subscriptionOf(site, parent)).periodEnd;

test('Y4: the first mail of a dispute says what happens if the bank takes longer than the plan lasts', async () => {
  const { site, A, B } = await family('A');
  const end = await periodEnd(site, A);
  moveClockTo(site, end, -5);
  const said = await from(site, A);
  await bankSays(site, A.userId, 'open');
  const [first] = await said();
  expect(first).toContain(
    `Your plan is active until ${inWords(end)}. If your bank has not decided by then, it does not`,
  );
  expect(first).toContain(
    `plan, which you pay for, is active until ${inWords(end)}. If your bank has not decided by then`,
  );
  expect(first).not.toMatch(/need to do anything/i);
  await setRenewal(site, B.userId, B.subscriptionId, false);
});

test('Y4: a dispute that is won after the plan ended says that it ended, and leads to restarting it', async () => {
  const { site, A } = await family('A');
  const end = await periodEnd(site, A);
  moveClockTo(site, end, -5);
  await bankSays(site, A.userId, 'open');
  moveClockTo(site, end);
  const said = await from(site, A);
  await runDue(site);
  expect((await said()).join('\n')).toContain('Your bank was still reviewing a payment, so it was not renewed');
  await bankSays(site, A.userId, 'won');
  const [last] = (await said()).slice(-1);
  expect(last).toContain(`Your plan ended on ${inWords(end)}.`);
  expect(last).toContain('/account/restart');
  expect(last).not.toMatch(/continues|goes on|renews on/);
});

test('Y4: a holder who was told that their plan ends learns that it renews once the payer’s bank has decided', async () => {
  const { site, A, B } = await family('A');
  const end = await periodEnd(site, B);
  moveClockTo(site, end, -40);
  await bankSays(site, A.userId, 'open');
  const said = await from(site, B);
  moveClockTo(site, end, -30);
  await runDue(site, { announced: false });
  expect((await said()).at(-1)).toContain(`ends on ${inWords(end)}`);
  await bankSays(site, A.userId, 'won');
  expect((await said()).at(-1)).toContain('Your subscription renews on');
  expect((await said()).at(-1)).toContain('after all. Someone else pays for it');
});

test('Y7: a plan whose payer cancelled while it waited for a payment ends without mention of a failed renewal', async () => {
  const { site, A } = await family('each');
  const end = await periodEnd(site, A);
  moveClockTo(site, end);
  site.jobDependencies.gateway.sale = async () => ({
    outcome: 'declined',
    code: '2000',
    kind: 'soft',
    reason: 'card_declined',
  });
  await runDue(site);
  const said = await from(site, A);
  await setRenewal(site, A.userId, A.subscriptionId, false);
  await drain(site);
  expect(await said()).toEqual([expect.stringContaining('and nothing more is charged for it')]);
  expect((await said())[0]).not.toContain('could not be renewed');
});

test('Y7: a plan whose first payment never settled ends for that reason, and its next decline names no renewal', async () => {
  const { site, A } = await family('each', { settled: false });
  const day = await declineLatestSettlement(site, A);
  const said = await from(site, A);
  site.jobDependencies.gateway.sale = async () => ({
    outcome: 'declined',
    code: '2015',
    kind: 'hard',
    reason: 'card_declined',
  });
  await replaceMethod(site, A.userId);
  await drain(site);
  expect((await said()).at(-1)).toContain('The payment for your plan could not be charged');
  moveClockTo(site, day, 7);
  await runDue(site);
  expect((await said()).at(-1)).toContain('because the payment for it did not go through');
  expect((await said()).join('\n')).not.toMatch(/could not be renewed|renewal could not/);
});

const leaves: Record<string, (parents: Parents) => Promise<unknown>> = {
  'closes their account': ({ site, B }) => closeOnRequest(site, B.userId),
  upgrades: async ({ site, B }) => {
    await replaceMethod(site, B.userId);
    await upgrade(site, B, { packageId: 1002 });
    await drain(site);
  },
  'takes the renewal over': async ({ site, A, B }) => {
    await replaceMethod(site, B.userId);
    await setRenewal(site, A.userId, B.subscriptionId, false);
    await setRenewal(site, B.userId, B.subscriptionId, true);
    await drain(site);
  },
};

test.each(Object.keys(leaves))(
  'Y8: when the parent whose plan another pays for %s, the payer learns that nothing more is charged for it',
  async (what) => {
    const parents = await family('A');
    const { site, A, B } = parents;
    const said = await from(site, A);
    await leaves[what]?.(parents);
    expect((await said()).join('\n')).toMatch(
      what === 'closes their account'
        ? /subscription, which you paid for, ended on .+ Nothing more is charged to you for it/
        : /You no longer pay for .+'s subscription/,
    );
    expect((await said()).join('\n')).not.toMatch(/clos|upgrad|took over/i);
    expect(await subscriptionOf(site, B)).not.toMatchObject({ state: 'CURRENT', payerUserId: A.userId });
  },
);

/** What happens to two parents of whom one pays for both; each act but the last may be impossible at that moment. */
const acts = {
  cancels: ({ site, A }: Parents) => setRenewal(site, A.userId, A.subscriptionId, false),
  resumes: ({ site, A }: Parents) => setRenewal(site, A.userId, A.subscriptionId, true),
  cancelsForOther: ({ site, A, B }: Parents) => setRenewal(site, A.userId, B.subscriptionId, false),
  resumesForOther: ({ site, A, B }: Parents) => setRenewal(site, A.userId, B.subscriptionId, true),
  otherTakesOver: async ({ site, B }: Parents) => {
    await replaceMethod(site, B.userId);
    await setRenewal(site, B.userId, B.subscriptionId, true);
  },
  bankAsks: ({ site, A }: Parents) => bankSays(site, A.userId, 'open', { id: 'one' }),
  bankAgrees: ({ site, A }: Parents) => bankSays(site, A.userId, 'won', { id: 'one' }),
  bankReturns: ({ site, A }: Parents) => bankSays(site, A.userId, 'lost', { id: 'one' }),
  asksToClose: ({ site, A }: Parents) => askToClose(site, A.userId),
  cardDies: async ({ site }: Parents) => {
    site.jobDependencies.gateway.sale = async () => ({
      outcome: 'declined',
      code: '2000',
      kind: 'soft',
      reason: 'card_declined',
    });
  },
  daysPass: async () => undefined,
};
type Act = keyof typeof acts;

const steps = [-45, -30, -12, -7, -3, 0, 3, 8];
const lives = fc.array(fc.array(fc.constantFrom(...(Object.keys(acts) as Act[])), { maxLength: 2 }), {
  minLength: steps.length,
  maxLength: steps.length,
});

/** Each statement about a plan, with the words that express it; `date` is what it names. */
const claims =
  /(?<says>renews on|active until|keep(?:s|ing)? (?:your )?access until|ended on|ends on) (?<date>\w+ \d+, \d{4})/g;

const isOfOther = (sentence: string, { text, name }: { text: string; name: string }) =>
  sentence.includes(name) || (text.includes(`${name}'s`) && !/\b[Yy]our (own )?(plan|subscription)/.test(sentence));

async function factsOf(site: TestSite, { subscriptionId }: Parent) {
  const { db } = site.dependencies;
  const subscription = await readSubscription(db, subscriptionId);
  if (!subscription) throw new Error('The plan is gone');
  const isRunning = subscription.state === 'CURRENT';
  const renews = isRunning && subscription.autoRenew && !(await hasOpenDispute(db, subscription.payerUserId));
  return {
    isRunning,
    renewsOn: renews ? inWords(await chargeDay(db, { subscription, at: site.clock.now() })) : null,
    until: inWords(usableUntil(subscription)),
  };
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

function isTrue({ says, date }: { says: string; date: string }, { isRunning, renewsOn, until }: Facts): boolean {
  if (says === 'renews on') return renewsOn === date;
  if (says === 'ended on') return !isRunning && until === date;
  return isRunning && until === date;
}

test('Y4, Y7, Y8: in random lives every sentence about a plan in every mail to either parent is true on its day', async () => {
  const seed = Number(process.env['SENTENCES_SEED'] ?? Date.now() % 1_000_000_000);
  const said: Record<string, number> = {};
  for (const life of fc.sample(lives, { numRuns: Number(process.env['SENTENCES'] ?? 5), seed })) {
    const parents = await family('A');
    const { site, A, B } = parents;
    const end = await periodEnd(site, A);
    // Names are mailed only to proved addresses.
    await site.dependencies.db.updateTable('users').set({ emailProvenAt: site.clock.now() }).execute();
    const names = await site.dependencies.db.selectFrom('users').select(['id', 'firstName']).execute();
    const nameOf = (parent: Parent) => names.find(({ id }) => id === parent.userId)?.firstName ?? '';
    for (const [index, chosen] of life.entries()) {
      for (const act of ['daysPass', ...chosen] as const) {
        const news = [await from(site, A), await from(site, B)];
        if (act === 'daysPass') moveClockTo(site, end, steps[index]);
        await acts[act](parents);
        await (act === 'daysPass' ? runDue(site, { announced: false }) : drain(site));
        for (const [index, reader] of [A, B].entries()) {
          const other = reader === A ? B : A;
          for (const text of (await news[index]?.()) ?? [])
            for (const sentence of text.split(/(?<=\.) /))
              for (const { groups } of sentence.matchAll(claims)) {
                const { says = '', date = '' } = groups ?? {};
                const whose = isOfOther(sentence, { text, name: nameOf(other) }) ? other : reader;
                const facts = await factsOf(site, whose);
                said[says] = (said[says] ?? 0) + 1;
                expect(
                  isTrue({ says, date }, facts),
                  `SENTENCES_SEED=${seed} ${JSON.stringify(life)} ${act}: ${sentence} ${JSON.stringify(facts)}\n${text}`,
                ).toBe(true);
              }
        }
      }
    }
  }
  expect(Object.keys(said).length).toBeGreaterThan(2);
}, 300_000);
