import type { ThreeDSecureInfo } from '../records.ts';
import type { XmlValue } from '../xml.ts';

/** An authentication in the SDK's format; browsers get the same in camelCase. */
export function threeDSecureView(info: ThreeDSecureInfo | null | undefined): { [key: string]: XmlValue } | null {
  if (!info) return null;
  return {
    status: info.status,
    enrolled: info.enrolled,
    liability_shifted: info.liabilityShifted,
    liability_shift_possible: info.liabilityShiftPossible,
    three_d_secure_version: info.version,
    eci_flag: info.eciFlag,
    cavv: info.cavv,
    xid: null,
    ds_transaction_id: info.dsTransactionId,
    three_d_secure_authentication_id: info.dsTransactionId.replaceAll('-', '').slice(0, 10),
    pares_status: info.transStatus,
    lookup: { trans_status: info.isChallenged ? 'C' : info.transStatus, trans_status_reason: null },
    authentication: { trans_status: info.isChallenged ? info.transStatus : null, trans_status_reason: null },
  };
}
