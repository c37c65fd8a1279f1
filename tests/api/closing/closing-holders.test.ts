import { expect, test } from 'vitest';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { askToClose, charges, coParent } from '../../setup/account-calls.ts';
import { openSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

test.each([true, false])(
  'Y1: nobody is charged for the other parent on the day on which their account closes (renewals canceled: %s)',
  async (cancelRenewals) => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const holder = await coParent(site, payer);
    await drain(site);
    moveClockTo(site, payer.periodEnd, -30);
    expect((await askToClose(site, holder.userId, { cancelRenewals })).body).toEqual({ closesOn: payer.periodEnd });
    moveClockTo(site, payer.periodEnd);
    // Before the closing, as when a scan queues it first.
    await renewSubscription(site.jobDependencies, holder);
    await runDue(site);
    expect(await subscriptionOf(site, holder)).toMatchObject({ state: 'LAPSED' });
    expect(await charges(site)).toEqual([28_800, 14_400]);
  },
);
