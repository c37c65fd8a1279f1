import type { CodeBundle as CodeBundleView, listCodeBundles } from '#contract/api/professionals/code-bundles.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { dayIn } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { billOfSale } from '../checkout/payer.ts';
import { after, hours } from '../clock.ts';
import type { Sellers } from '../documents/sellers.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { bundleOffers, bundlePackages } from './code-bundle.ts';
import {
  type CodeBundle,
  type CodeUse,
  codesOfBundles,
  type IssuedCode,
  paidBundles,
  usesOfCodes,
} from './code-bundle-repository.ts';
import { priceListOf } from './price-list.ts';
import { practiceAddress, readProfessional } from './professional-repository.ts';
import { codesRefund, isUnused } from './refund-unused-codes.ts';
import type { CaseDependencies, ProfessionalParams } from './view-cases.ts';

/** The response may be lost: for this long after they were first shown, the codes can be requested again. */
const showAgainMs = hours(1);

export function mayShowCodes(
  { state, shownAt, keptAt }: Pick<CodeBundle, 'state' | 'shownAt' | 'keptAt'>,
  now: Date,
): boolean {
  return state === 'PAID' && keptAt === null && (shownAt === null || now < after(shownAt, showAgainMs));
}

type BundleViewParams = ProfessionalParams & { experiments: Partial<ExperimentStates> };

/** What a professional can buy, and the state of their bundles. */
export async function viewCodeBundles(
  { db, clock, readCatalog, sellers }: CaseDependencies & { sellers: Sellers },
  { professionalId, language, experiments }: BundleViewParams,
): Promise<AnswerOf<typeof listCodeBundles> | Refusal<'NOT_FOUND'>> {
  const [professional, catalog, bundles] = await Promise.all([
    readProfessional(db, professionalId),
    readCatalog(),
    paidBundles(db, professionalId),
  ]);
  if (!professional) return refuse('NOT_FOUND');
  const ids = bundles.map(({ id }) => id);
  const [codes, uses] = await Promise.all([codesOfBundles(db, ids), usesOfCodes(db, ids)]);
  const plans = bundlePackages(catalog, priceListOf(professional.user, { catalog, experiments }));
  const planNames = new Map(catalog.packages.map(({ id, texts }) => [id, texts[language].receiptText]));
  return {
    offers: isRefusal(billOfSale(professional.user, sellers)) ? [] : bundleOffers(plans, language),
    billingCountry: practiceAddress(professional.user).country,
    bundles: await Promise.all(
      bundles.map(async (bundle) => {
        const own = codes.filter(({ bundleId }) => bundleId === bundle.id);
        const now = clock.now();
        return presentBundle({
          bundle,
          codes: own,
          uses,
          planName: planNames.get(bundle.packageId) ?? '',
          timeZone: professional.user.timeZone ?? 'UTC',
          now,
          refund: await codesRefund(db, { bundle, codes: own, now }),
        });
      }),
    ),
  };
}

type BundleParts = {
  bundle: CodeBundle;
  codes: IssuedCode[];
  uses: CodeUse[];
  planName: string;
  timeZone: string;
  now: Date;
  refund: CodeBundleView['refund'];
};

function presentBundle({ bundle, codes, uses, planName, timeZone, now, refund }: BundleParts): CodeBundleView {
  const working = codes.filter(({ revokedAt }) => revokedAt === null);
  const balance = working.reduce((sum, { remainingCents }) => sum + remainingCents, 0);
  return {
    bundleId: bundle.id,
    planName,
    size: bundle.size,
    boughtOn: dayIn(bundle.paidAt ?? bundle.createdAt, timeZone),
    paidFormatted: formatCents(bundle.totalCents),
    unused: codes.filter(isUnused).length,
    balanceFormatted: formatCents(balance),
    codesToShow: mayShowCodes(bundle, now),
    refund,
    codes: codes.map((code) => presentCode(code, { uses, timeZone })),
  };
}

const initialsOf = ({ firstName, lastName }: CodeUse) =>
  [firstName, lastName].map((name) => `${[...name][0]?.toUpperCase() ?? ''}.`).join(' ');

function presentCode(
  code: IssuedCode,
  { uses, timeZone }: Pick<BundleParts, 'uses' | 'timeZone'>,
): CodeBundleView['codes'][number] {
  const { id, lastFour, amountCents, remainingCents, revokedAt } = code;
  return {
    masked: `…${lastFour}`,
    amountFormatted: formatCents(amountCents),
    remainingFormatted: formatCents(revokedAt === null ? remainingCents : 0),
    state: stateOf(code),
    uses: uses
      .filter(({ activationCodeId }) => activationCodeId === id)
      .map((use) => ({ usedOn: dayIn(use.usedAt, timeZone), initials: initialsOf(use) })),
  };
}

function stateOf(code: IssuedCode): CodeBundleView['codes'][number]['state'] {
  if (code.refundedAt !== null) return 'REFUNDED';
  if (code.revokedAt !== null) return 'WITHDRAWN';
  if (isUnused(code)) return 'UNUSED';
  return code.remainingCents === 0 ? 'USED' : 'PARTLY_USED';
}
