import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import type { Language } from '#contract/fields/languages.ts';
import { formatCents } from '#contract/fields/money.ts';
import { addressOf, readUser } from '#server/identity/user-repository.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { hasOpenDispute } from '#server/payments/dispute-repository.ts';
import { renewalPrice } from '#server/plans/renew-subscription.ts';
import { chargeDay } from '#server/plans/renewal-due.ts';
import { usableUntil } from '#server/subscriptions/subscription-life.ts';
import { readSubscription } from '#server/subscriptions/subscription-repository.ts';
import { askToClose, closeOnRequest, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { bankSays, declineLatestSettlement } from '../../setup/providers/payers-bank.ts';
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

type Says = 'renews' | 'lasts' | 'ended';
/** The words of each statement about a plan, before the day that it names. */
const words: Record<Language, Record<Says, string>> = {
  en: {
    renews: 'renews on',
    lasts: 'active until|keep(?:s|ing)? (?:your )?access until|ends on',
    ended: 'ended on',
  },
  es: {
    renews: 'se renuev[ae] el',
    lasts: 'activo hasta el|conserva (?:su )?acceso hasta el|[Tt]ermina el',
    ended: 'terminó el',
  },
};
const dayPattern = { en: String.raw`\w+ \d+, \d{4}`, es: String.raw`\d+ de \p{L}+ de \d{4}` };
const amountPattern = String.raw`US\$[\d,]+\.\d\d`;

/** What a sentence says of a plan: until when, and where it says so for how much. */
function claimsIn(sentence: string, language: Language) {
  return (Object.keys(words[language]) as Says[]).flatMap((says) => {
    const claim = `(?:${words[language][says]}) (?<date>${dayPattern[language]})(?: (?:for|por) (?<amount>${amountPattern}))?`;
    return [...sentence.matchAll(new RegExp(claim, 'gu'))].map(({ groups: { date = '', amount = null } = {} }) => ({
      says,
      date,
      amount,
    }));
  });
}

/** Whether a sentence is about the other parent's plan, and not about the reader's own. */
const isOfOther = (sentence: string, { text, name, language }: { text: string; name: string; language: Language }) =>
  sentence.includes(name) ||
  (language === 'en'
    ? text.includes(`${name}'s`) && !/\b[Yy]our (own )?(plan|subscription)/.test(sentence)
    : text.includes(` de ${name}`) && !/\b[Ss]u (propi[oa] )?(plan|suscripción)/.test(sentence));

async function factsOf(site: TestSite, { subscriptionId }: Parent, language: Language) {
  const { db } = site.dependencies;
  const subscription = await readSubscription(db, subscriptionId);
  const payer = subscription && (await readUser(db, subscription.payerUserId));
  if (!subscription || !payer) throw new Error('The plan or its payer is gone');
  const isRunning = subscription.state === 'CURRENT';
  const renews = isRunning && subscription.autoRenew && !(await hasOpenDispute(db, payer.id));
  const { quote } = await renewalPrice(site.dependencies, { subscription, address: addressOf(payer) });
  const renewsOn = renews ? await chargeDay(db, { subscription, at: site.clock.now() }) : null;
  return {
    isRunning,
    renewsOn: renewsOn && longDate(renewsOn, { language }),
    until: longDate(usableUntil(subscription), { language }),
    renewsFor: formatCents(quote.priced.total),
  };
}

type Facts = Awaited<ReturnType<typeof factsOf>>;
type Claim = ReturnType<typeof claimsIn>[number];

function isTrue({ says, date, amount }: Claim, { isRunning, renewsOn, until, renewsFor }: Facts): boolean {
  if (says === 'renews') return renewsOn === date && (amount === null || amount === renewsFor);
  return isRunning === (says === 'lasts') && until === date;
}

/** Every amount that a mail to somebody may name: what they paid, and what a year of either plan costs. */
async function amountsFor({ site, A, B }: Parents, reader: Parent): Promise<string[]> {
  const { db } = site.dependencies;
  const orders = await db.selectFrom('orders').select('totalCents').where('userId', '=', reader.userId).execute();
  const years = await Promise.all([A, B].map(async (parent) => (await factsOf(site, parent, 'en')).renewsFor));
  return [...orders.map(({ totalCents }) => formatCents(totalCents)), ...years];
}

test('Y4, Y7, Y8: in random lives every sentence about a plan in every mail to either parent is true on its day, with its amount, in both languages', async () => {
  const seed = Number(process.env['SENTENCES_SEED'] ?? Date.now() % 1_000_000_000);
  const said = new Set<string>();
  const chosenLives = fc.sample(lives, { numRuns: Number(process.env['SENTENCES'] ?? 3), seed });
  for (const [number, life] of chosenLives.entries()) {
    const parents = await family('A');
    const { site, A, B } = parents;
    const { db } = site.dependencies;
    const end = await periodEnd(site, A);
    const languageOf = (parent: Parent): Language => ((number % 2 === 0) === (parent === A) ? 'es' : 'en');
    for (const parent of [A, B])
      await db
        .updateTable('users')
        // Names are told only to whoever has proved their address.
        .set({ emailProvenAt: site.clock.now(), language: languageOf(parent) })
        .where('id', '=', parent.userId)
        .execute();
    const names = await db.selectFrom('users').select(['id', 'firstName']).execute();
    const nameOf = (parent: Parent) => names.find(({ id }) => id === parent.userId)?.firstName ?? '';
    for (const [index, chosen] of life.entries()) {
      for (const act of ['daysPass', ...chosen] as const) {
        const news = [await from(site, A), await from(site, B)];
        if (act === 'daysPass') moveClockTo(site, end, steps[index]);
        await acts[act](parents);
        await (act === 'daysPass' ? runDue(site, { announced: false }) : drain(site));
        for (const [which, reader] of [A, B].entries()) {
          const [other, language] = [reader === A ? B : A, languageOf(reader)];
          for (const text of (await news[which]?.()) ?? []) {
            const told = `SENTENCES_SEED=${seed} ${JSON.stringify(life)} ${act}, ${language}`;
            const amounts = text.match(new RegExp(amountPattern, 'g')) ?? [];
            const known = amounts.length > 0 ? await amountsFor(parents, reader) : [];
            expect(
              amounts.filter((amount) => !known.includes(amount)),
              `${told}: ${text}`,
            ).toEqual([]);
            for (const sentence of text.split(/(?<=\.) /))
              for (const claim of claimsIn(sentence, language)) {
                const isOther = isOfOther(sentence, { text, name: nameOf(other), language });
                const facts = await factsOf(site, isOther ? other : reader, language);
                said.add(`${language} ${claim.says}${claim.amount === null ? '' : ' for'}`);
                expect(isTrue(claim, facts), `${told}: ${sentence} ${JSON.stringify(facts)}\n${text}`).toBe(true);
              }
          }
        }
      }
    }
  }
  // Not one language, nor days alone.
  for (const language of ['en', 'es'])
    expect([...said].filter((one) => one.startsWith(language)).length).toBeGreaterThan(1);
  expect([...said].some((one) => one.endsWith('for'))).toBe(true);
}, 300_000);
