import { setTimeout as wait } from 'node:timers/promises';
import { declineSettlement, settleSale } from '../setup/webhooks.ts';
import type { FaultSite } from './fault-site.ts';

type Report = { id: string; kind: string; form: Record<string, string> };
type Sale = { transactionId: string };

/** The payers' banks, and the delivery of the gateway's reports about what they do. */
export type Bank = {
  /** Acts until `close` is called. */
  open: () => void;
  /**
   * Waits for its last act, then delivers lost reports of declined settlements, which the nightly comparison would find
   * only tomorrow, until an app has taken each.
   */
  close: () => Promise<void>;
  /** Counts of the banks' actions, and of how reports were delivered. */
  tally: Record<string, number>;
};

/** Banks dispute and decline recent sales; the gateway's reports of it are lost, late, duplicated and reordered. */
export function openBank({ site, random }: { site: FaultSite; random: () => number }): Bank {
  const any = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((one) => ({ one, place: random() }))
      .toSorted((left, right) => left.place - right.place)
      .map(({ one }) => one);
  const tally: Record<string, number> = {};
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  const touched = new Set<string>();
  const seen = new Set<string>();
  let late: Report[] = [];
  const closing = new AbortController();

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await fetch(`${site.sandboxUrl}${path}`, { method, ...json })).json() as Promise<T>;
  };

  const acts: Record<string, (sale: Sale) => Promise<unknown>> = {
    'settlement declined': async ({ transactionId }) => {
      await declineSettlement(site.sandboxUrl, transactionId);
      await call('POST', `/control/transactions/${transactionId}/report`);
    },
    disputed: (sale) => dispute(sale),
    'dispute lost': async (sale) => call('POST', `/control/disputes/${await dispute(sale)}`, { status: 'lost' }),
    'dispute won in part': async (sale) =>
      call('POST', `/control/disputes/${await dispute(sale)}`, { status: 'won', wonCents: 5_000 }),
  };
  async function dispute({ transactionId }: Sale): Promise<string> {
    await settleSale(site.sandboxUrl, transactionId);
    return (await call<{ id: string }>('POST', '/control/disputes', { transactionId })).id;
  }

  async function actOnce(): Promise<void> {
    const { rows } = await site.sql
      .query<Sale>(`select transaction_id as "transactionId" from orders where transaction_id is not null`)
      .catch(() => ({ rows: [] }));
    const sale = any(rows.filter(({ transactionId }) => !touched.has(transactionId)));
    const what = any(Object.keys(acts));
    if (!sale || !what) return;
    touched.add(sale.transactionId);
    await acts[what]?.(sale);
    count(what);
  }

  /** False from a killed app, or from one that has too much to do. */
  async function post({ form }: Report): Promise<boolean> {
    const url = `${any(site.apps)?.url}/api/webhooks/braintree`;
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (!answer?.ok) count('report not taken');
    return answer?.ok ?? false;
  }

  async function deliver(): Promise<void> {
    const { webhooks } = await call<{ webhooks: Report[] }>('GET', '/control/webhooks');
    const fresh = webhooks.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    const fates = { lost: [] as Report[], late: [] as Report[], once: [] as Report[], twice: [] as Report[] };
    for (const report of [...late, ...fresh]) {
      const fate = any(Object.keys(fates) as (keyof typeof fates)[]) ?? 'once';
      fates[fate].push(report);
      count(`report ${fate}`);
    }
    late = fates.late;
    await Promise.all(shuffled([...fates.once, ...fates.twice, ...fates.twice]).map(post));
  }

  async function act(): Promise<void> {
    while (!closing.signal.aborted) {
      await actOnce();
      await deliver();
      await wait(150);
    }
  }
  let acting = Promise.resolve();

  return {
    tally,
    open: () => {
      acting = act();
    },
    close: async () => {
      closing.abort();
      await acting;
      const { webhooks } = await call<{ webhooks: Report[] }>('GET', '/control/webhooks');
      const declined = webhooks.filter(({ kind }) => kind === 'transaction_settlement_declined');
      for (const report of shuffled([...declined, ...late])) while (!(await post(report))) await wait(200);
      // Other lost reports are found by the nightly comparison.
      await site.sql.query(`select graphile_worker.add_job('compare-disputes', payload => '{}'::json)`);
    },
  };
}
