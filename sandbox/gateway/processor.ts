import type { Address, Card, CheckResult, Checks, Instrument, ThreeDSecureInfo, Verdict } from './records.ts';

const responseTexts: Record<string, string> = {
  '1000': 'Approved',
  '2000': 'Do Not Honor',
  '2001': 'Insufficient Funds',
  '2002': 'Limit Exceeded',
  '2003': "Cardholder's Activity Limit Exceeded",
  '2004': 'Expired Card',
  '2005': 'Invalid Credit Card Number',
  '2006': 'Invalid Expiration Date',
  '2007': 'No Account',
  '2010': 'Card Issuer Declined CVV',
  '2014': 'Processor Declined - Fraud Suspected',
  '2015': 'Transaction Not Allowed',
  '2016': 'Duplicate Transaction',
  '2038': 'Processor Declined',
  '2044': 'Declined - Call Issuer',
  '2046': 'Declined',
  '2059': 'Address Verification Failed',
  '2060': 'Address Verification and Card Security Code Failed',
  '2099': 'Cardholder Authentication Required',
  '3000': 'Processor Network Unavailable - Try Again',
};

const softCodes = new Set([
  2000, 2001, 2002, 2003, 2016, 2021, 2025, 2033, 2034, 2035, 2038, 2040, 2042, 2046, 2048, 2057, 2099, 3000,
]);

const approved: Verdict = {
  status: 'approved',
  responseCode: '1000',
  responseText: 'Approved',
  responseType: 'approved',
  rejectionReason: null,
};

function declined(code: string): Verdict {
  return {
    status: code === '3000' ? 'failed' : 'processor_declined',
    responseCode: code,
    responseText: responseTexts[code] ?? 'Processor Declined',
    responseType: softCodes.has(Number(code)) ? 'soft_declined' : 'hard_declined',
    rejectionReason: null,
  };
}

/** The bank's response to a refund that it declines. */
export const refundDeclined = declined('2046');

const authenticationRequired = declined('2099');
const expiredCard = declined('2004');

/** The most common decline. */
export const doNotHonor = declined('2000');

function rejected(reason: string): Verdict {
  return {
    status: 'gateway_rejected',
    responseCode: null,
    responseText: 'Unavailable',
    responseType: null,
    rejectionReason: reason,
  };
}

/** What an amount in cents triggers, first match first; outside these ranges it is authorised. */
const amountTriggers: readonly {
  from: number;
  to: number;
  verdict: (cents: number, kind: Instrument['kind']) => Verdict;
}[] = [
  { from: 2000_00, to: 2999_99, verdict: (cents) => declined(String(Math.trunc(cents / 100))) },
  { from: 3000_00, to: 3000_99, verdict: () => declined('3000') },
  { from: 5001_00, to: 5001_00, verdict: () => rejected('application_incomplete') },
  {
    from: 5001_01,
    to: 5001_01,
    verdict: (_cents, kind) => (kind === 'paypal_account' ? declined('2038') : approved),
  },
];

function amountVerdict(amountCents: number, kind: Instrument['kind']): Verdict {
  return (
    amountTriggers.find(({ from, to }) => amountCents >= from && amountCents <= to)?.verdict(amountCents, kind) ??
    approved
  );
}

const behaviourVerdicts: Partial<Record<Instrument['behaviour'], Verdict>> = {
  fraud: rejected('fraud'),
  risk_threshold: rejected('risk_threshold'),
  do_not_honor: doNotHonor,
  insufficient_funds: declined('2001'),
  wallet_declined: declined('2038'),
};

/**
 * The result of a sale. `earlierSales` counts approved sales of the same vaulted method. `checked` is false if the
 * cardholder is absent.
 */
export function judgeSale(sale: {
  instrument: Instrument;
  amountCents: number;
  checks: Checks;
  checked: { cvv: boolean; avs: boolean };
  earlierSales: number;
  threeDSecure: ThreeDSecureInfo | null;
  isExpired: boolean;
  /** Decline it without authentication. */
  isAuthenticationRequired: boolean;
  /** A renewal has no cardholder present to authenticate. */
  isMerchantInitiated: boolean;
}): Verdict {
  const { behaviour } = sale.instrument;
  const { isAuthenticationRequired, isMerchantInitiated, threeDSecure } = sale;
  if (isAuthenticationRequired && sale.instrument.kind === 'credit_card' && threeDSecure?.liabilityShifted !== true)
    return rejected('three_d_secure');
  if (sale.isExpired) return expiredCard;
  if (!isMerchantInitiated && requiresChallenge(behaviour, threeDSecure)) return authenticationRequired;
  if (behaviour === 'renewals_declined' && sale.earlierSales > 0) return doNotHonor;
  return (
    behaviourVerdicts[behaviour] ??
    checksVerdict(sale.checks, sale.checked) ??
    amountVerdict(sale.amountCents, sale.instrument.kind)
  );
}

function requiresChallenge(behaviour: Instrument['behaviour'], threeDSecure: ThreeDSecureInfo | null): boolean {
  const isAuthenticated = threeDSecure?.liabilityShifted === true && threeDSecure.isChallenged;
  return behaviour === 'authentication_required' && !isAuthenticated;
}

/** The merchant's rules: a mismatched security code or postal code is rejected. */
function checksVerdict(checks: Checks, checked: { cvv: boolean; avs: boolean }): Verdict | null {
  const cvv = checked.cvv && checks.cvv === 'N';
  const avs = checked.avs && checks.avsPostalCode === 'N';
  if (cvv && avs) return rejected('avs_and_cvv');
  if (cvv) return rejected('cvv');
  return avs ? rejected('avs') : null;
}

type VerificationParams = {
  card: Card;
  amountCents: number;
  checks: Checks;
  threeDSecure: ThreeDSecureInfo | null;
  isExpired: boolean;
};

/** The result of verifying a card before it is stored; nothing is charged. */
export function judgeVerification({ card, amountCents, checks, threeDSecure, isExpired }: VerificationParams): Verdict {
  if (isExpired) return expiredCard;
  if (requiresChallenge(card.behaviour, threeDSecure)) return authenticationRequired;
  if (card.behaviour === 'verification_declined') return declined('2000');
  return (
    behaviourVerdicts[card.behaviour] ??
    checksVerdict(checks, { cvv: true, avs: true }) ??
    amountVerdict(amountCents, card.kind)
  );
}

const postalCodeTriggers: Record<string, CheckResult> = { '20000': 'N', '20001': 'U' };
const streetNumberTriggers: Record<string, CheckResult> = { '200': 'N', '201': 'U' };

/** Security code and address checks. Wallets have none. */
export function checkInstrument({ instrument, billing }: { instrument: Instrument; billing: Address | null }): Checks {
  if (instrument.kind !== 'credit_card') return { cvv: 'I', avsPostalCode: 'I', avsStreetAddress: 'I' };
  const streetNumber = /^\d+/.exec(billing?.streetAddress ?? '')?.[0];
  return {
    cvv: instrument.cvvResult,
    avsPostalCode: billing?.postalCode ? (postalCodeTriggers[billing.postalCode] ?? 'M') : 'I',
    avsStreetAddress: streetNumber === undefined ? 'I' : (streetNumberTriggers[streetNumber] ?? 'M'),
  };
}

type SettlementStatus = 'settled' | 'settlement_declined' | 'settlement_pending';

/** What happens to an amount when its batch settles, first match first; PayPal has additional triggers. */
const settlementTriggers: readonly { from: number; to: number; isPayPalOnly: boolean; status: SettlementStatus }[] = [
  { from: 4001_00, to: 4001_99, isPayPalOnly: false, status: 'settlement_declined' },
  { from: 4002_00, to: 4002_99, isPayPalOnly: true, status: 'settlement_pending' },
  { from: 4003_00, to: 5000_99, isPayPalOnly: true, status: 'settlement_declined' },
];

type Charge = { amountCents: number; instrument: Pick<Instrument, 'kind'> };

export function settlementOf({ amountCents, instrument }: Charge): SettlementStatus {
  const trigger = settlementTriggers.find(({ from, to }) => amountCents >= from && amountCents <= to);
  if (!trigger || (trigger.isPayPalOnly && instrument.kind !== 'paypal_account')) return 'settled';
  return trigger.status;
}

const refundProcessed: Verdict = { ...approved, responseCode: '1002', responseText: 'Processed' };

/** The bank's response to a refund, by its amount. A wallet's account always accepts it. */
export function judgeRefund({ amountCents, instrument }: Charge): Verdict {
  const isAccount = instrument.kind === 'paypal_account' || instrument.kind === 'venmo_account';
  const isDeclined = !isAccount && amountCents >= 2000_00 && amountCents <= 2999_99;
  return isDeclined ? declined(String(Math.trunc(amountCents / 100))) : refundProcessed;
}
