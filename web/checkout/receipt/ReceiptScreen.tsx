import { useEffect, useEffectEvent, useState } from 'react';
import { experimentState } from '#contract/boot.ts';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { reportExposure } from '#web/analytics/use-exposure.ts';
import { forgetCredentialsToken } from '#web/join-session/credentials-token.ts';
import { acceptsMail } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { loadAffiliateTag } from './affiliate-tag.ts';
import { CoParentEmailDialog } from './CoParentEmailDialog.tsx';
import { Receipt } from './Receipt.tsx';
import { ReloadedReceipt } from './ReloadedReceipt.tsx';
import { receiptOf, receiptOpened } from './receipt-of.ts';

/** `coParentNote`: when the co-parent is invited, if not at once. */
type Props = { invited: boolean; coParentNote?: string | undefined };

/** The receipt is shown once: its data stays in memory, and the tab's session is cleared (specification 4.5). */
export function ReceiptScreen({ invited, coParentNote }: Props) {
  const navigate = useNavigate();
  const [seen] = useState(() => ({
    ...receiptOf(joinSession()),
    shownBefore: joinSession().receiptShown,
    isMailed: acceptsMail(joinSession()),
  }));
  const [coParentEmail, setCoParentEmail] = useState<string | null>(null);
  const { verdict, paid, isMailed } = seen;

  const show = useEffectEvent(() => {
    if (verdict === 'mismatch') console.error('Selected package does not match order package');
    if (verdict === 'show' && paid) {
      const { affiliate } = bootData();
      trackView('Receipt', {
        packageId: paid.registration.order.packageId,
        paymentType: paid.receipt.paymentType ?? 'CODE',
        invited,
      });
      if (!invited && paid.registration.coParent?.email === '') reportExposure(['parent-b-email-speedbump']);
      const sale = {
        transactionId: paid.receipt.transactionId ?? paid.receipt.orderId,
        subTotalCents: paid.receipt.totals.subTotalAfterDiscount,
      };
      if (affiliate) loadAffiliateTag(affiliate, sale);
    }
    if (verdict !== 'reloaded') forgetCredentialsToken();
    changeSession(receiptOpened);
  });
  useEffect(() => show(), []);

  if (verdict !== 'show' || !paid) return <ReloadedReceipt paid={verdict === 'mismatch' || seen.shownBefore} />;
  const { coParent } = paid.registration;
  const asks =
    !invited && experimentState(bootData(), 'parent-b-email-speedbump') === 'treatment' && coParent?.email === '';
  return (
    <>
      <Receipt
        paid={paid}
        invited={invited}
        isMailed={isMailed}
        coParentEmail={coParentEmail ?? coParent?.email ?? ''}
        coParentNote={coParentNote}
        onLogIn={() => {
          trackSubmit('Receipt', { invited });
          void navigate(addresses.home);
        }}
      />
      {asks && <CoParentEmailDialog onAdded={setCoParentEmail} />}
    </>
  );
}
