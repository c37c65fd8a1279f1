import type { AnswerOf } from '#contract/api/route.ts';
import type {
  BatchRow,
  listCodes as codesRoute,
  DiscountRow,
  listSwitches as switchesRoute,
} from '#contract/api/staff/staff-codes.ts';
import { formatCents } from '#contract/fields/money.ts';
import { experiments, isExperimentKey, isSwitch } from '#contract/sign-up/experiments.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { listBatches, type UsedBatch } from '../pricing/code-batch-repository.ts';
import { type Coupon, couponColumns } from '../pricing/coupon.ts';
import { allCourtLinks } from '../pricing/court-link-repository.ts';
import { type Referrer, referrerColumns } from '../pricing/referrer.ts';
import { offersForSubject } from './offered-actions.ts';
import type { StaffSession } from './staff-session.ts';

type Dependencies = { db: Db; clock: Clock };

const perPersonText = (perPerson: number | null): string[] => {
  if (perPerson === null) return [];
  return [perPerson === 1 ? 'once for each person' : `${perPerson} times for each person`];
};

function worthOf({ percent, amountCents, packageNames, years, countries, perPerson }: Coupon): string {
  const off = percent === null ? formatCents(amountCents ?? 0) : `${percent}%`;
  const terms = years?.map((count) => (count === 1 ? 'one year' : 'two years'));
  return [
    `${off} off`,
    ...(packageNames ?? []),
    ...(terms ?? []),
    ...(countries ?? []),
    ...perPersonText(perPerson),
  ].join(', ');
}

const spending = ({ spentCents, budgetCents }: { spentCents: number; budgetCents: number | null }) => ({
  spentFormatted: formatCents(spentCents),
  budgetFormatted: budgetCents === null ? null : formatCents(budgetCents),
});

type Limits = { uses: number; most: number | null; spentCents: number; budgetCents: number | null };

const isOver = (endsAt: Date | null, at: Date, { uses, most, spentCents, budgetCents }: Limits) =>
  (endsAt !== null && endsAt <= at) ||
  (most !== null && uses >= most) ||
  (budgetCents !== null && spentCents >= budgetCents);

function batchRow({ id, madeFor, years, size, used, withdrawnAt, expiresAt, ...batch }: UsedBatch, at: Date): BatchRow {
  const { packageName, perPerson, spentCents, eachCents, downloadedAt } = batch;
  const endsAt = withdrawnAt ?? expiresAt;
  return {
    id,
    madeFor,
    worth: [
      packageName,
      years === 1 ? 'one year' : 'two years',
      `up to ${formatCents(eachCents)}`,
      `${perPerson} for each person`,
    ].join(', '),
    spentFormatted: formatCents(spentCents),
    budgetFormatted: formatCents(eachCents * size),
    isDownloaded: downloadedAt !== null,
    uses: used,
    mostUses: size,
    endsAt: endsAt.toISOString(),
    isOver: isOver(endsAt, at, { uses: used, most: size, spentCents, budgetCents: eachCents * size }),
  };
}

function couponRow(coupon: Coupon, at: Date): DiscountRow {
  const { code, endsAt, redemptions: uses, maxRedemptions: mostUses } = coupon;
  return {
    key: code,
    worth: worthOf(coupon),
    ...spending(coupon),
    uses,
    mostUses,
    endsAt: endsAt?.toISOString() ?? null,
    isOver: isOver(endsAt, at, { ...coupon, uses, most: mostUses }),
  };
}

function referrerRow(referrer: Referrer & { active: boolean }, at: Date): DiscountRow {
  const { key, highestPercent, perPerson, validUntil, maxUses, uses, active } = referrer;
  const most = highestPercent === null ? 'coupons only' : `up to ${highestPercent}%`;
  return {
    key,
    worth: [most, ...perPersonText(perPerson)].join(', '),
    ...spending(referrer),
    uses,
    mostUses: maxUses,
    endsAt: validUntil?.toISOString() ?? null,
    isOver: !active || isOver(validUntil, at, { ...referrer, uses, most: maxUses }),
  };
}

/** Coupons, code batches, referrers and court links, each with whether it is over. */
export async function listCodes(
  { db, clock }: Dependencies,
  { roles }: StaffSession,
): Promise<AnswerOf<typeof codesRoute>> {
  const at = clock.now();
  const names = [
    'CREATE_PERCENT_COUPON',
    'CREATE_AMOUNT_COUPON',
    'CREATE_CODE_BATCH',
    'CREATE_REFERRER',
    'DOWNLOAD_CODES',
    'WITHDRAW_CODES',
    'END_COUPON',
    'END_REFERRER',
    'CREATE_COURT_LINK',
    'END_COURT_LINK',
  ] as const;
  const [batches, coupons, referrers, courtLinks, offers] = await Promise.all([
    listBatches(db),
    db.selectFrom('coupons').select(couponColumns).orderBy('code').execute(),
    db
      .selectFrom('referrers')
      .select([...referrerColumns, 'active'])
      .orderBy('key')
      .execute(),
    allCourtLinks(db),
    offersForSubject(db, { names, roles, subject: 'coupons', at }),
  ]);
  return {
    coupons: coupons.map((coupon) => couponRow(coupon, at)),
    batches: batches.map((batch) => batchRow(batch, at)),
    referrers: referrers.map((referrer) => referrerRow(referrer, at)),
    courtLinks: courtLinks.map(({ key, name, endedAt }) => ({ key, name, isOver: endedAt !== null })),
    offers,
  };
}

/** The switches that turn a feature off for everybody. */
export async function listSwitches(
  { db, clock }: Dependencies,
  { roles }: StaffSession,
): Promise<AnswerOf<typeof switchesRoute>> {
  const names = ['TURN_SWITCH_ON', 'TURN_SWITCH_OFF'] as const;
  const [rows, turned, offers] = await Promise.all([
    db.selectFrom('experiments').select(['key', 'state', 'changedAt']).orderBy('key').execute(),
    db
      .selectFrom('staffActions')
      .select(['subject', 'actorName', 'reason'])
      .where('action', 'in', names)
      .orderBy('number', 'desc')
      .limit(1_000)
      .execute(),
    offersForSubject(db, { names, roles, subject: 'switches', at: clock.now() }),
  ]);
  const switches = rows.flatMap(({ key, state, changedAt }) => {
    if (!isExperimentKey(key) || !isSwitch(key)) return [];
    const last = turned.find(({ subject }) => subject === key);
    const { describes } = experiments[key];
    const by = { by: last?.actorName ?? null, reason: last?.reason ?? null };
    return [{ key, describes, isOn: state === 'treatment', changedAt: changedAt.toISOString(), ...by }];
  });
  return { switches, offers };
}
