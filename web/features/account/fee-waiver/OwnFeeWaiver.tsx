import { supportPhone } from '#contract/countries.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { courtParameter, forgetArrival } from '#web/plans/fee-waiver/arrival.ts';
import { type RequestFeeWaiver, FeeWaiverForm } from '#web/plans/fee-waiver/FeeWaiverForm.tsx';
import { bootData } from '#web/site/boot.ts';
import { Card } from '#web/ui/Card.tsx';
import { AccountPage } from '../AccountPage.tsx';

const ask: RequestFeeWaiver = async (values) => {
  const asked = await call('POST /v2/account/fee-waivers', { body: { ...values, ...courtParameter() } });
  if (asked.ok) forgetArrival();
  return asked.ok ? null : asked.problem;
};

/** A year without charge, for who has an account: for the next renewal, or a new start. */
export function Screen() {
  const phone = supportPhone(bootData().siteCountry).display;
  const refusals = {
    CONFLICT: m.fee_waiver_not_now(),
    PACKAGE_NOT_OFFERED: m.fee_waiver_built_package({ phone }),
  };
  return (
    <AccountPage heading={m.fee_waiver_title()}>
      <Card>
        <FeeWaiverForm requestFeeWaiver={ask} noMail={m.fee_waiver_no_mail_account} refusals={refusals} />
      </Card>
    </AccountPage>
  );
}
