import type { Generated } from 'kysely';
import type { OptionName, PackageName } from '#contract/api/packages.ts';
import type { AnnouncementPlace } from '#contract/staff/announcements.ts';
import type { FeatureTexts, Instant, Json, LocalTexts, Nullable, PackageTexts, StoredPrices } from './column-types.ts';

export type CatalogTables = {
  packages: {
    id: number;
    priceList: string;
    packageName: PackageName;
    years: number;
    priceCents: number;
    includedTaxCents: number;
    position: number;
    primaryFeatures: string[];
    secondaryFeatures: string[];
    texts: Json<LocalTexts<PackageTexts>>;
    onSale: Generated<boolean>;
  };
  packageFeatures: {
    name: string;
    optionName: Nullable<string>;
    newFeature: boolean;
    texts: Json<LocalTexts<FeatureTexts>>;
  };
  packageOptions: {
    code: string;
    optionName: OptionName;
    years: number;
    priceCents: number;
    position: number;
    isDefault: boolean;
    experiment: Nullable<string>;
    texts: Json<LocalTexts<{ description: string }>>;
  };
  entitlementGrants: {
    /** A feature, the code of an option, a role, or EVER_SUBSCRIBED. */
    grantedBy: string;
    entitlement: string;
    quantity: number;
  };
  priceVersions: {
    number: number;
    title: string;
    prices: Json<StoredPrices>;
    copiedFrom: Nullable<number>;
    /** Incremented by each change. */
    revision: Generated<number>;
    createdAt: Instant;
  };
  pricePublications: {
    id: string;
    version: number;
    inForceFrom: Instant;
    publishedAt: Instant;
    withdrawnAt: Nullable<Date>;
  };
  pricingRules: { phoneCountryCode: string; areaCode: string; pricingGroup: 'P0' | 'P1' | 'P2' | 'P3' };
  coupons: {
    id: string;
    code: string;
    kind: 'PERCENT' | 'FIXED';
    percent: Nullable<number>;
    amountCents: Nullable<number>;
    packageNames: Nullable<string[]>;
    years: Nullable<number[]>;
    countries: Nullable<string[]>;
    referrerKey: Nullable<string>;
    needsCode: boolean;
    startsAt: Nullable<Date>;
    endsAt: Nullable<Date>;
    maxRedemptions: Nullable<number>;
    redemptions: Generated<number>;
    budgetCents: Nullable<number>;
    spentCents: Generated<number>;
    perPerson: Nullable<number>;
    texts: Json<LocalTexts<{ description: string }>>;
  };
  referrers: {
    /** Lower case, like the folded key of a link. */
    key: string;
    highestPercent: Nullable<number>;
    validFrom: Nullable<Date>;
    validUntil: Nullable<Date>;
    maxUses: Nullable<number>;
    uses: Generated<number>;
    budgetCents: Nullable<number>;
    spentCents: Generated<number>;
    perPerson: Nullable<number>;
    active: Generated<boolean>;
  };
  activationCodes: {
    id: string;
    codeHash: Buffer;
    lastFour: string;
    amountCents: number;
    remainingCents: number;
    packageName: Nullable<string>;
    reusable: Generated<boolean>;
    bundleId: Nullable<string>;
    batchId: Nullable<string>;
    years: Generated<number>;
    expiresAt: Nullable<Date>;
    revokedAt: Nullable<Date>;
    refundedAt: Nullable<Date>;
    /**
     * Restricted to one person: their sign-up or account, and a keyed hash of their mailbox. Null: anybody who has the
     * code.
     */
    holderId: Nullable<string>;
    holderHash: Nullable<Buffer>;
    createdAt: Instant;
  };
  codeBatches: {
    id: string;
    /** A court or a programme. */
    madeFor: string;
    packageName: string;
    years: number;
    size: number;
    eachCents: number;
    perPerson: number;
    expiresAt: Instant;
    createdAt: Instant;
    downloadedAt: Nullable<Date>;
    withdrawnAt: Nullable<Date>;
  };
  codeBundles: {
    id: string;
    professionalId: string;
    packageId: number;
    size: number;
    faceCents: number;
    totalCents: number;
    state: 'DRAFT' | 'PAID';
    createdAt: Instant;
    paidAt: Nullable<Date>;
    shownAt: Nullable<Date>;
    keptAt: Nullable<Date>;
  };
  announcements: {
    number: Generated<number>;
    place: AnnouncementPlace;
    english: string;
    spanish: string;
    endsAt: Instant;
    writtenAt: Instant;
    publishedAt: Nullable<Date>;
  };
  experiments: {
    key: string;
    state: 'running' | 'off' | 'control' | 'treatment';
    share: number;
    iteration: Generated<number>;
    changedAt: Generated<Date>;
  };
  experimentIterations: {
    experimentKey: string;
    iteration: number;
    share: number;
    startedAt: Instant;
    endedAt: Nullable<Date>;
  };
  attemptExposures: {
    attemptId: string;
    experimentKey: string;
    iteration: number;
    state: string;
    exposedAt: Instant;
  };
  experimentExposures: {
    experimentKey: string;
    iteration: number;
    anonymousId: string;
    state: string;
    exposedAt: Instant;
  };
};
