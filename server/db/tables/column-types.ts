import type { ColumnType, JSONColumnType } from 'kysely';

export type Json<T> = JSONColumnType<T & object>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Instant = ColumnType<Date, Date, Date>;
export type Language = 'en' | 'es';
export type LocalTexts<T> = Record<Language, T>;

export type Parent = {
  firstName: string;
  lastName: string;
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
  timeZone?: string | undefined;
};
export type Address = {
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
};
/** Null until given. */
export type AddressColumns = { [Part in keyof Address]: Nullable<string> };
export type FamilyDraft = {
  coParent: { firstName: string; lastName: string; email: string; phoneCountryCode: string; phoneNumber: string };
  children: { firstName: string; lastName: string; email: string }[];
  knowsCoParentEmail: boolean;
};

export type PackageTexts = { displayName: string; description: string; receiptText: string };
export type FeatureTexts = { text: string; tooltipHeader: string; tooltipText: string };

/** Prices of one version, in cents: packages by id, options by code. */
export type StoredPrices = {
  packages: Record<string, { priceCents: number; includedTaxCents: number }>;
  options: Record<string, { priceCents: number }>;
};

export type AttemptState = 'PENDING' | 'UNKNOWN' | 'APPROVED' | 'DECLINED' | 'REJECTED';
export const purposes = ['SIGN_UP', 'INVITE', 'RENEWAL', 'UPGRADE', 'PROFESSIONAL_PLAN', 'CODE_BUNDLE'] as const;
export type Purpose = (typeof purposes)[number];
export type UseState = 'RESERVED' | 'REDEEMED' | 'RELEASED';
export type RefundReason = 'BY_PAYER' | 'CANCELLED_MEANWHILE' | 'NOT_COMPLETED' | 'BY_SUPPORT' | 'UNUSED';
export type RefundState = 'PENDING' | 'SETTLING' | 'VOIDED' | 'REFUNDED' | 'FAILED' | 'WITHDRAWN';

/** An account before it was merged into another: ids of what moved, and the states that an undo restores. */
export type AccountBefore = {
  status: 'CREDENTIALS_NEEDED' | 'ACTIVE';
  orders: string[];
  /** Plans that it held. */
  plans: string[];
  /**
   * Plans that the merge ended or stopped from renewing: their previous state, what their renewal was to buy, and their
   * version after the merge.
   */
  stopped: {
    id: string;
    version: number;
    state: 'CURRENT';
    autoRenew: boolean;
    isOwn: boolean;
    choice?: { packageId: number; services: string[]; priceVersion: number } | null;
  }[];
  methods: string[];
  /** Requests for a year without charge, whose they were. Absent in merges before these moved. */
  waivers?: { id: string; userId: string | null; registrationId: string | null }[];
  invites: { id: string; state: 'SENT' | 'OPENED' }[];
  /** Evidence of use, until the surviving account is deleted. Absent then, and in merges from before it was kept. */
  signIns?: { device: string; createdAt: Date | string; lastSeenAt: Date | string }[];
};
