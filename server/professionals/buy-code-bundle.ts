import type {
  payCodeBundle,
  readCodeBundlePayment,
  showCodes as showRoute,
  startCodeBundle as startRoute,
} from '#contract/api/professionals/code-bundles.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { dayIn } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { packageById } from '../catalog/package-repository.ts';
import { type BeginProblem, claimPayment, earlierAttempt, withRules } from '../checkout/begin-payment.ts';
import { type DeclineProblem, unpaidOutcome } from '../checkout/decline-texts.ts';
import { refusedMethod, refusedTerms } from '../checkout/displayed-price.ts';
import { billOfSale, payerOf } from '../checkout/payer.ts';
import { consentTextVersion, type PurchaseOf } from '../checkout/purchase.ts';
import { type PaymentDependencies, sendAndSettle } from '../checkout/take-payment.ts';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Language } from '../db/schema.ts';
import type { Sellers } from '../documents/sellers.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfSubmission, unlessRepeated } from '../payments/payment-attempt-repository.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { bundlePackages, bundleQuote, codesOf, presentOffer } from './code-bundle.ts';
import { bundleOf, draftBundle, lockBundle } from './code-bundle-repository.ts';
import { priceListOf } from './price-list.ts';
import { readProfessional } from './professional-repository.ts';
import type { CaseDependencies, ProfessionalParams } from './view-cases.ts';
import { mayShowCodes } from './view-code-bundles.ts';

type BundleParams = ProfessionalParams & { bundleId: string };
type Result = AnswerOf<typeof readCodeBundlePayment>;

/** Chooses a bundle at its current price, which is fixed from now on. */
export async function startCodeBundle(
  dependencies: CaseDependencies & { sellers: Sellers },
  request: ProfessionalParams & { body: BodyOf<typeof startRoute>; experiments: Partial<ExperimentStates> },
): Promise<AnswerOf<typeof startRoute> | Refusal<'COUNTRY_MISMATCH' | 'NOT_FOUND' | 'VALIDATION'>> {
  const { db, clock, readCatalog, sellers } = dependencies;
  const { professionalId, language, body, experiments } = request;
  const [professional, catalog] = await Promise.all([readProfessional(db, professionalId), readCatalog()]);
  if (!professional) return refuse('NOT_FOUND');
  const billed = billOfSale(professional.user, sellers);
  if ('refused' in billed) return billed;
  const plan = bundlePackages(catalog, priceListOf(professional.user, { catalog, experiments })).find(
    ({ id }) => id === body.packageId,
  );
  if (!plan) return refuseFields({ field: 'packageId', code: 'not_understood' });
  const offer = presentOffer({ plan, size: body.size, language });
  const draft = {
    professionalId,
    packageId: plan.id,
    size: body.size,
    faceCents: offer.faceCents,
    totalCents: offer.totalCents,
    at: clock.now(),
  };
  const bundleId = await db.transaction().execute((trx) => draftBundle(trx, draft));
  return { bundleId, offer };
}

type PayBundleParams = BundleParams & { body: BodyOf<typeof payCodeBundle>; idempotencyKey: string };

/** Pays for a bundle, once. */
export async function buyCodeBundle(
  dependencies: PaymentDependencies & CaseDependencies,
  request: PayBundleParams,
): Promise<
  | PaymentAttempt
  | Refusal<'COUNTRY_MISMATCH' | 'VALIDATION' | 'ALREADY_PAID' | 'NOT_FOUND' | BeginProblem | DeclineProblem>
> {
  const { bundleId: subjectId, idempotencyKey, body } = request;
  if (!(await bundleOf(dependencies.db, request))) return refuse('NOT_FOUND');
  const submission = { purpose: 'CODE_BUNDLE', subjectId, idempotencyKey, body } as const;
  return unlessRepeated(dependencies.db, submission, () => payBundle(dependencies, request));
}

async function payBundle(
  dependencies: PaymentDependencies & CaseDependencies,
  { body, idempotencyKey, ...request }: PayBundleParams,
) {
  const { db, clock, readCatalog, sellers } = dependencies;
  const { bundleId, professionalId, language } = request;
  const [bundle, professional, catalog] = await Promise.all([
    bundleOf(db, request),
    readProfessional(db, professionalId),
    readCatalog(),
  ]);
  const plan = bundle && packageById(catalog, bundle.packageId);
  if (!bundle || !professional || !plan) return refuse('NOT_FOUND');
  const address = billOfSale(professional.user, sellers);
  if ('refused' in address) return address;
  const { country } = address;
  const quote = bundleQuote({
    plan: { ...plan, priceCents: bundle.faceCents },
    size: bundle.size,
    on: dayIn(clock.now(), professional.user.timeZone ?? 'UTC'),
  });
  const { payment, agreedToTerms } = body;
  const { totalCents } = bundle;
  const refusal = refusedTerms({ country, agreedToTerms }) ?? refusedMethod({ payment, totalCents, country, language });
  if (refusal) return refusal;
  if (payment.amountDisplayed !== bundle.totalCents) return refuse('QUOTE_CHANGED');
  const purchase: PurchaseOf<'CODE_BUNDLE'> = {
    kind: 'CODE_BUNDLE',
    quote,
    order: { packageId: bundle.packageId, productId: null, services: [] },
    payForCoParent: false,
    years: 1,
    language,
    country,
    payer: payerOf(professional.user, { address, recurring: null, payment }),
    consent: { terms: true, marketing: false, textVersion: consentTextVersion, form: 'code-bundle', renewal: false },
    professionalId,
  };
  const source = payment.nonce === null ? null : { nonce: payment.nonce };
  const paid = await withRules(dependencies, { subjectId: bundleId, idempotencyKey, body, purchase, source });
  const begun = await refusableTransaction(db, async (trx) => {
    const refused = await lockForBundle(trx, request);
    return (await earlierAttempt(trx, paid)) ?? refused ?? claimPayment(trx, { request: paid }, clock);
  });
  return 'refused' in begun ? begun : sendAndSettle(dependencies, begun);
}

async function lockForBundle(trx: Trx, params: BundleParams): Promise<Refusal<'ALREADY_PAID' | 'NOT_FOUND'> | null> {
  const bundle = await lockBundle(trx, params);
  if (!bundle) return refuse('NOT_FOUND');
  return bundle.state === 'PAID' ? refuse('ALREADY_PAID') : null;
}

/** The outcome of a payment submission, by its key, or the latest; can be read any number of times. */
export async function bundlePayment(
  db: Db,
  { key, ...params }: BundleParams & { key: string | null },
): Promise<Result | Refusal<'NOT_FOUND'>> {
  if (!(await bundleOf(db, params))) return refuse('NOT_FOUND');
  const attempt = await attemptOfSubmission(db, { purpose: 'CODE_BUNDLE', subjectId: params.bundleId, key });
  return attempt ? bundlePaymentResult(attempt, params.language) : { outcome: 'NONE' };
}

export function bundlePaymentResult(attempt: PaymentAttempt, language: Language): Result {
  const unpaid = unpaidOutcome(attempt, language);
  if (unpaid) return unpaid;
  return {
    outcome: 'PAID',
    bundleId: attempt.subjectId,
    totalFormatted: formatCents(attempt.amountCents),
    transactionId: attempt.transactionId,
  };
}

type CodeDependencies = { db: Db; clock: Clock; makeToken: TokenMaker; readCatalog: CaseDependencies['readCatalog'] };

/**
 * The codes of a paid bundle. After the first view they can be shown for another hour, and never once they were
 * confirmed as stored.
 */
export async function showCodes(
  { db, clock, makeToken, readCatalog }: CodeDependencies,
  params: BundleParams,
): Promise<AnswerOf<typeof showRoute> | Refusal<'NOT_FOUND'>> {
  const at = clock.now();
  const catalog = await readCatalog();
  return db.transaction().execute(async (trx) => {
    const bundle = await lockBundle(trx, params);
    if (!bundle || !mayShowCodes(bundle, at)) return refuse('NOT_FOUND');
    if (bundle.shownAt === null)
      await trx.updateTable('codeBundles').set({ shownAt: at }).where('id', '=', bundle.id).execute();
    const planName = packageById(catalog, bundle.packageId)?.texts[params.language].receiptText ?? '';
    return {
      codes: codesOf({ makeToken, bundleId: bundle.id, size: bundle.size }),
      amountFormatted: formatCents(bundle.faceCents),
      planName,
    };
  });
}

export async function keepCodes(
  { db, clock }: { db: Db; clock: Clock },
  params: BundleParams,
): Promise<{ kept: true } | Refusal<'NOT_FOUND'>> {
  const at = clock.now();
  const updated = await db
    .updateTable('codeBundles')
    .set((eb) => ({ keptAt: eb.fn.coalesce('keptAt', eb.val(at)) }))
    .where('id', '=', params.bundleId)
    .where('professionalId', '=', params.professionalId)
    .where('state', '=', 'PAID')
    .where('shownAt', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return updated ? { kept: true } : refuse('NOT_FOUND');
}
