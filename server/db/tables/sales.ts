import type { Generated } from 'kysely';
import type { FeeWaiverReason } from '#contract/account/fee-waiver.ts';
import type { Reach } from '#contract/account/reach.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { Day } from '#contract/fields/day.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import type { GatewayDispute } from '../../gateways/payment/port.ts';
import type {
  Address,
  AttemptState,
  FamilyDraft,
  Instant,
  Json,
  Language,
  Nullable,
  NullableJson,
  Parent,
  Purpose,
  RefundReason,
  RefundState,
  UseState,
} from './column-types.ts';

export type SalesTables = {
  registrations: {
    id: string;
    keyHash: Buffer;
    state: 'DETAILS' | 'FAMILY' | 'PAYING' | 'PAID' | 'COMPLETED' | 'EXPIRED';
    version: Generated<number>;
    language: Language;
    parent: Json<Parent>;
    emailProvenAt: Nullable<Date>;
    knowsCoParentEmail: boolean;
    referral: Json<{ selection: string; other: string }>;
    address: NullableJson<Address>;
    family: NullableJson<FamilyDraft>;
    inviteTiming: NullableJson<InviteTiming>;
    /** Contact preferences, until an account has them. */
    reach: NullableJson<Reach>;
    /** Kept until then for use on another device, even if the browser with the key times out. */
    savedUntil: Nullable<Date>;
    linkOpenedAt: Nullable<Date>;
    savedOrder: NullableJson<OrderDetail>;
    parentDuplicateConfirmed: Generated<boolean>;
    coParentDuplicateConfirmed: Generated<boolean>;
    referrerKey: Nullable<string>;
    discountPercentage: Nullable<number>;
    anonymousId: Nullable<string>;
    /** Country of the site where it was started; null: the main site. */
    siteCountry: Nullable<string>;
    familyId: Nullable<string>;
    userId: Nullable<string>;
    expiresAt: Instant;
    createdAt: Instant;
    updatedAt: Instant;
  };
  paymentAttempts: {
    id: string;
    purpose: Purpose;
    subjectId: string;
    state: AttemptState;
    idempotencyKey: string;
    requestHash: Buffer;
    amountCents: number;
    purchase: Json<unknown>;
    source: NullableJson<unknown>;
    /** Normalised; kept until the attempt is settled. */
    claimedEmail: Nullable<string>;
    outcome: NullableJson<unknown>;
    transactionId: Nullable<string>;
    sends: Generated<number>;
    refusedSends: Generated<number>;
    sentAt: Nullable<Date>;
    createdAt: Instant;
    settledAt: Nullable<Date>;
  };
  orders: {
    id: string;
    attemptId: string;
    purpose: Purpose;
    userId: string;
    familyId: Nullable<string>;
    packageId: Nullable<number>;
    productId: Nullable<string>;
    services: Generated<string[]>;
    payForCoParent: Generated<boolean>;
    quote: Json<unknown>;
    totalCents: number;
    taxCents: number;
    refundedCents: Generated<number>;
    country: Nullable<string>;
    timeZone: string;
    language: Language;
    transactionId: Nullable<string>;
    paymentMethod: NullableJson<unknown>;
    settlementDeclinedAt: Nullable<Date>;
    paidByOrderId: Nullable<string>;
    withdrawnAt: Nullable<Date>;
    createdAt: Instant;
  };
  paymentMethods: {
    id: string;
    userId: string;
    type: PaymentType;
    token: string;
    cardLastFour: Nullable<string>;
    cardBrand: Nullable<string>;
    expirationMonth: Nullable<string>;
    expirationYear: Nullable<string>;
    accountLabel: Nullable<string>;
    /**
     * How the holder was authenticated when the method was stored; null without authentication, or if it was stored by
     * a charge.
     */
    authentication: NullableJson<unknown>;
    isDefault: boolean;
    isBackup: Generated<boolean>;
    backupAgreedAt: Nullable<Date>;
    replacedAt: Nullable<Date>;
    createdAt: Instant;
  };
  subscriptions: {
    id: string;
    userId: string;
    familyId: string;
    payerUserId: string;
    packageId: number;
    services: Generated<string[]>;
    state: 'CURRENT' | 'LAPSED' | 'REFUNDED';
    autoRenew: Generated<boolean>;
    timeZone: Generated<string>;
    version: Generated<number>;
    anchorDate: Day;
    periodStart: Day;
    periodEnd: Day;
    declinedOn: Nullable<Day>;
    retryOn: Nullable<Day>;
    /** The end of the term before which the payer was asked whether to renew for a holder who never joined. */
    askedFor: Nullable<Day>;
    queuedAt: Nullable<Date>;
    endedAt: Nullable<Date>;
    createdAt: Instant;
    updatedAt: Instant;
  };
  subscriptionPeriods: {
    subscriptionId: string;
    periodStart: Day;
    periodEnd: Day;
    orderId: string;
    paidCents: number;
    refunded: Generated<boolean>;
    daysBeforeJoining: Generated<number>;
  };
  couponUses: {
    attemptId: string;
    couponId: Nullable<string>;
    referrerKey: Nullable<string>;
    discountCents: number;
    state: UseState;
  };
  codeUsers: { attemptId: string; personHashes: Buffer[]; usedAt: Instant };
  activationCodeUses: { attemptId: string; activationCodeId: string; amountCents: number; state: UseState };
  renewalNotices: {
    subscriptionId: string;
    periodEnd: Day;
    daysBefore: number;
    userId: Nullable<string>;
    announcedOn: Nullable<Day>;
    quote: NullableJson<unknown>;
    createdAt: Instant;
  };
  chargeSuspensions: { id: Generated<string>; suspendedAt: Instant; resumedAt: Nullable<Date> };
  renewalChoices: {
    subscriptionId: string;
    periodStart: Day;
    payerUserId: string;
    packageId: number;
    services: string[];
    priceVersion: number;
    chosenAt: Instant;
  };
  renewalCovers: {
    subscriptionId: string;
    periodStart: Day;
    payerUserId: string;
    coParentUserId: string;
    chosenAt: Instant;
    quote: Json<unknown>;
    declinedAt: Nullable<Date>;
  };
  subscriptionUpgrades: {
    orderId: string;
    subscriptionId: string;
    periodStart: Day;
    upgradedOn: Day;
    netCents: number;
    paidCents: number;
    previousPackageId: number;
    previousServices: string[];
    refunded: Generated<boolean>;
  };
  refunds: {
    id: string;
    orderId: string;
    userId: string;
    transactionId: string;
    amountCents: number;
    reason: RefundReason;
    state: RefundState;
    gatewayId: Nullable<string>;
    refusals: Generated<number>;
    lastRefusal: Nullable<string>;
    askedAt: Nullable<Date>;
    returnedCount: Generated<number>;
    retryAt: Nullable<Date>;
    requestedAt: Instant;
    settledAt: Nullable<Date>;
  };
  courtLinks: { key: string; name: string; createdAt: Instant; endedAt: Nullable<Date> };
  feeWaivers: {
    id: string;
    registrationId: Nullable<string>;
    userId: Nullable<string>;
    reason: FeeWaiverReason;
    courtOrder: string;
    /** From its account's owner, who may not have written it. */
    textHidden: Generated<boolean>;
    packageName: 'ESSENTIALS' | 'PREMIUM' | 'BASIC';
    priceCents: number;
    familyHashes: Buffer[];
    state: 'ASKED' | 'GRANTED' | 'REFUSED';
    activationCodeId: Nullable<string>;
    courtKey: Nullable<string>;
    paidUntil: Nullable<Day>;
    askedAt: Instant;
    decidedAt: Nullable<Date>;
    answeredAt: Nullable<Date>;
  };
  documentSeries: { series: string; lastNumber: number };
  documents: {
    id: string;
    kind: 'INVOICE' | 'CREDIT_NOTE' | 'DEBIT_NOTE';
    series: string;
    number: number;
    cause: string;
    orderId: string;
    userId: string;
    invoiceId: Nullable<string>;
    amountCents: number;
    codesCents: Generated<number>;
    country: string;
    language: Language;
    issuedOn: Day;
    issuedAt: Instant;
    data: Json<unknown>;
    pdf: Nullable<Buffer>;
  };
  settlementDifferences: {
    kind: 'MISSING_HERE' | 'MISSING_THERE' | 'AMOUNT' | 'STATE' | 'SETTLEMENT_DECLINED' | 'BACK_TWICE';
    transactionId: string;
    day: Day;
    ourCents: Nullable<number>;
    theirCents: Nullable<number>;
    foundAt: Instant;
    seenAt: Date;
    resolvedAt: Nullable<Date>;
  };
  disputes: {
    id: string;
    transactionId: string;
    orderId: Nullable<string>;
    userId: Nullable<string>;
    kind: GatewayDispute['kind'];
    state: GatewayDispute['state'];
    reason: string;
    amountCents: number;
    returnedCents: Generated<number>;
    replyBy: Nullable<Day>;
    stateAt: Instant;
    applied: Nullable<'ASKED' | 'HELD' | 'STANDS' | 'RETURNED'>;
    createdAt: Instant;
    updatedAt: Instant;
  };
};
