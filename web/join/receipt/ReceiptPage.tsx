import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { experimentState } from '#contract/boot.ts';
import { paths } from '#contract/sign-up-flow.ts';
import { addresses, joinAddress } from '../../addresses.ts';
import { trackView } from '../../analytics/track.ts';
import { bootData } from '../../boot.ts';
import { forgetCredentialsToken } from '../../session/credentials-token.ts';
import { freshSession, registrationAccess } from '../../session/join-session.ts';
import { changeSession, joinSession } from '../../session/session-store.ts';
import { loadAffiliateTag } from './affiliate-tag.ts';
import { CoParentEmailDialog } from './CoParentEmailDialog.tsx';
import { Receipt } from './Receipt.tsx';
import { ReloadedReceipt } from './ReloadedReceipt.tsx';
import { receiptOf } from './receipt-of.ts';

const clearAll = () => {
  changeSession(({ anonymousId }) => freshSession(anonymousId));
  forgetCredentialsToken();
};

export function Screen() {
  return <ReceiptScreen invited={false} />;
}

/** The receipt is shown once: what it shows stays in memory, and the tab forgets everything (specification 4.5). */
export function ReceiptScreen({ invited }: { invited: boolean }) {
  const navigate = useNavigate();
  const [seen] = useState(() => ({ ...receiptOf(joinSession()), access: registrationAccess(joinSession()) }));
  const [coParentEmail, setCoParentEmail] = useState<string | null>(null);
  const { verdict, paid } = seen;

  const show = useEffectEvent(() => {
    if (verdict === 'credentials_first') return;
    if (verdict === 'mismatch') console.error('Selected package does not match order package');
    if (verdict === 'show' && paid) {
      const { affiliate } = bootData();
      trackView('Receipt', { packageId: paid.registration.order.packageId, paymentType: paid.receipt.paymentType ?? 'CODE', invited });
      const sale = {
        transactionId: paid.receipt.transactionId ?? paid.receipt.orderId,
        subTotalCents: paid.receipt.totals.subTotalAfterDiscount,
      };
      if (affiliate) loadAffiliateTag(affiliate, sale);
    }
    clearAll();
  });
  useEffect(() => show(), []);

  if (verdict === 'credentials_first') return <Navigate to={joinAddress(invited ? paths.inviteCredentials : paths.credentials)} replace />;
  if (verdict !== 'show' || !paid) return <ReloadedReceipt />;
  const { coParent } = paid.registration;
  const asks = !invited && experimentState(bootData(), 'parent-b-email-speedbump') === 'treatment' && coParent?.email === '';
  const logIn = () => {
    clearAll();
    void navigate(addresses.home);
  };
  return (
    <>
      <Receipt paid={paid} invited={invited} coParentEmail={coParentEmail ?? coParent?.email ?? ''} onLogIn={logIn} />
      {asks && seen.access && <CoParentEmailDialog access={seen.access} onAdded={setCoParentEmail} />}
    </>
  );
}
