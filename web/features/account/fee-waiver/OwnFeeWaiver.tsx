import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { courtParameter, forgetArrival } from '#web/plans/fee-waiver/arrival.ts';
import { FeeWaiverForm, type RequestFeeWaiver } from '#web/plans/fee-waiver/FeeWaiverForm.tsx';
import { bootData } from '#web/site/boot.ts';
import { Card } from '#web/ui/Card.tsx';
import { AccountPage } from '../AccountPage.tsx';

const requestFeeWaiver: RequestFeeWaiver = async (values) => {
  const result = await call('POST /v2/account/fee-waivers', { body: { ...values, ...courtParameter() } });
  if (result.ok) forgetArrival();
  return result.ok ? null : result.problem;
};

/** A fee waiver for an existing account: for the next renewal, or a restart. */
export function Screen() {
  const phone = supportPhone(bootData().siteCountry).display;
  const refusals = {
    CONFLICT: m.fee_waiver_not_now(),
    PACKAGE_NOT_OFFERED: m.fee_waiver_built_package({ phone }),
  };
  return (
    <AccountPage heading={m.fee_waiver_title()}>
      <Card>
        <FeeWaiverForm requestFeeWaiver={requestFeeWaiver} noMail={m.fee_waiver_no_mail_account} refusals={refusals} />
      </Card>
    </AccountPage>
  );
}
