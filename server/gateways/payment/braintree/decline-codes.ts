import type { Decline, DeclineReason } from '../port.ts';

/** The meaning of the gateway's processor codes for a person. Unlisted codes are a plain `card_declined`. */
const processorReasons: Record<string, DeclineReason> = {
  '2001': 'insufficient_funds',
  '2002': 'insufficient_funds',
  '2003': 'insufficient_funds',
  '2004': 'expired_card',
  '2005': 'card_number',
  '2006': 'expired_card',
  '2007': 'card_number',
  '2008': 'card_number',
  '2009': 'card_number',
  '2010': 'cvv',
  '2012': 'call_issuer',
  '2013': 'call_issuer',
  '2014': 'fraud',
  '2016': 'duplicate',
  '2021': 'fraud',
  '2038': 'card_declined',
  '2041': 'call_issuer',
  '2043': 'call_issuer',
  '2044': 'call_issuer',
  '2047': 'call_issuer',
  '2053': 'call_issuer',
  '2057': 'call_issuer',
  '2059': 'address',
  '2060': 'address',
  '2099': 'authentication_required',
  '3000': 'processor_unavailable',
};

/** For responses without the kind of decline. Unlisted codes are hard: a charge is not repeated on a guess. */
const softCodes = new Set([
  '2000',
  '2001',
  '2002',
  '2003',
  '2016',
  '2021',
  '2025',
  '2038',
  '2040',
  '2042',
  '2046',
  '2048',
  '2057',
  '2099',
]);

const rejectionReasons: Record<string, { reason: DeclineReason; kind: Decline['kind'] }> = {
  avs: { reason: 'address', kind: 'soft' },
  cvv: { reason: 'cvv', kind: 'soft' },
  avs_and_cvv: { reason: 'address', kind: 'soft' },
  duplicate: { reason: 'duplicate', kind: 'soft' },
  fraud: { reason: 'fraud', kind: 'hard' },
  risk_threshold: { reason: 'fraud', kind: 'hard' },
  application_incomplete: { reason: 'application_incomplete', kind: 'soft' },
  three_d_secure: { reason: 'authentication_required', kind: 'soft' },
  token_issuance: { reason: 'card_declined', kind: 'hard' },
};

const walletReasons: Record<string, DeclineReason> = {
  paypal_account: 'paypal_declined',
  venmo_account: 'venmo_declined',
};

/** Reasons that nobody can correct for a card in a phone's wallet: the wallet provided its data. */
const typedReasons = new Set<DeclineReason>(['card_declined', 'card_number', 'expired_card', 'cvv', 'address']);
const phoneWallets = new Set(['apple_pay_card', 'android_pay_card']);

function reasonOf({ code, instrument }: { code: string; instrument: string | null }): DeclineReason | undefined {
  const known = processorReasons[code];
  if (instrument === null) return known;
  if (phoneWallets.has(instrument)) return known && !typedReasons.has(known) ? known : 'wallet_card_declined';
  return walletReasons[instrument] ?? known;
}

export type RefusedByGateway = {
  status: string;
  processorResponseCode: string | null;
  processorResponseType: string | null;
  gatewayRejectionReason: string | null;
  processorSettlementResponseCode: string | null;
  paymentInstrumentType: string | null;
};

/** A refused transaction or verification. `otherwise`: the reason if no code explains it. */
export function declineOf({ refused, otherwise }: { refused: RefusedByGateway; otherwise: DeclineReason }): Decline {
  const { status, gatewayRejectionReason } = refused;
  if (status === 'gateway_rejected') {
    const known = rejectionReasons[gatewayRejectionReason ?? ''] ?? { reason: 'card_declined', kind: 'hard' };
    return { outcome: 'declined', code: gatewayRejectionReason ?? status, ...known };
  }
  if (status === 'failed')
    return {
      outcome: 'declined',
      code: refused.processorResponseCode ?? status,
      kind: 'soft',
      reason: 'processor_unavailable',
    };
  if (status === 'settlement_declined')
    return {
      outcome: 'declined',
      code: refused.processorSettlementResponseCode ?? status,
      kind: 'hard',
      reason: otherwise,
    };
  if (status !== 'processor_declined') return { outcome: 'declined', code: status, kind: 'soft', reason: otherwise };
  const code = refused.processorResponseCode ?? status;
  const reason = reasonOf({ code, instrument: refused.paymentInstrumentType }) ?? otherwise;
  return { outcome: 'declined', code, kind: kindOf({ code, type: refused.processorResponseType }), reason };
}

function kindOf({ code, type }: { code: string; type: string | null }): Decline['kind'] {
  if (type === 'soft_declined') return 'soft';
  if (type === 'hard_declined') return 'hard';
  return softCodes.has(code) ? 'soft' : 'hard';
}
