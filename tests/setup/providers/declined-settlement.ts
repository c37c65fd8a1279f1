import { expect } from 'vitest';
import type { TestSite } from '../site.ts';
import { drain } from '../subscriber.ts';
import { declineSettlement, postReport } from '../webhooks.ts';

/** The gateway declines a settlement and reports it `times` times. */
export async function reported(site: TestSite, transactionId: string, times = 1): Promise<void> {
  await declineSettlement(site.sandboxUrl, transactionId);
  await fetch(`${site.sandboxUrl}/control/transactions/${transactionId}/report`, { method: 'POST' });
  const { webhooks } = (await (await fetch(`${site.sandboxUrl}/control/webhooks`)).json()) as {
    webhooks: { form: { bt_signature: string; bt_payload: string } }[];
  };
  for (const { form } of webhooks)
    for (let time = 0; time < times; time += 1) expect((await postReport(site, form)).statusCode).toBe(200);
  await drain(site, { times });
}
