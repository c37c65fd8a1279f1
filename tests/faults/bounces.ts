import { setTimeout as wait } from 'node:timers/promises';
import { openMailProvider } from '../setup/providers/mail-provider.ts';
import type { FaultSite } from './fault-site.ts';
import type { Disturbance } from './storm.ts';

const bounceDomain = 'bounces.example';
const answeredWithinMs = 5_000;
const reportedTwice = [1, 2];

type Mail = { messageId: string; from: string };

/** A provider that reports invites as bounced: all at once, each batch twice, retried until an app takes it. */
export function openBounces() {
  const provider = openMailProvider();
  const reported = new Set<string>();
  const post = async (site: FaultSite, call: ReturnType<typeof provider.signedEvents>) => {
    for (let turn = 0; ; turn += 1) {
      const app = site.apps[turn % site.apps.length];
      const answer = await fetch(`${app?.url}${provider.path}`, {
        method: 'POST',
        headers: call.headers,
        body: call.payload,
        signal: AbortSignal.timeout(answeredWithinMs),
      }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return;
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`A report was answered ${answer.status}`);
      await wait(100);
    }
  };
  const storm: Disturbance = {
    name: 'a storm of bounces',
    happen: async ({ site }) => {
      const { messages } = (await (await fetch(`${site.sandboxUrl}/inbox/messages`)).json()) as { messages: Mail[] };
      const tags = messages
        .filter(({ messageId }) => messageId.replace('<', '').startsWith('invite.'))
        .map(({ from }) => /^bounces-([\da-f]{32})@/.exec(from)?.[1] ?? '')
        .filter((tag) => tag !== '');
      for (const tag of tags) reported.add(tag);
      const bounces = tags.map((tag) => ({ event: 'bounce', type: 'bounce', status: '5.1.1', returned_mail: tag }));
      const call = provider.signedEvents(bounces);
      await Promise.all(reportedTwice.map(() => post(site, call)));
    },
  };
  return { environment: { ...provider.environment, BOUNCE_DOMAIN: bounceDomain }, storm, reported };
}

/** The suppressed addresses: their cause, and how often each was reported. */
export async function suppressedIn(site: FaultSite): Promise<{ cause: string; reports: number }[]> {
  const { rows } = await site.sql.query<{ cause: string; reports: number }>(
    'select cause, reports from suppressed_addresses',
  );
  return rows;
}
