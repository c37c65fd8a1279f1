import { randomUUID } from 'node:crypto';
import { until } from './breakpoints.ts';
import type { FaultSite } from './fault-site.ts';
import type { Death, ReplicatedDatabase } from './replicated-database.ts';
import type { Disturbance } from './storm.ts';

/** Seconds from the loss: until the standby was promoted, and until every app accepted a sign-up again. */
export type Failover = { death: Death; promoted: number; unavailable: number };

type Options = {
  database: ReplicatedDatabase;
  deaths: readonly Death[];
  /** Called when the standby follows, before the primary fails. */
  onStandby?: () => void;
  onDone: (failover: Failover) => void;
};

/**
 * Adds a standby, makes the primary fail by the next of `deaths`, and promotes the standby. Detecting a failure is not
 * part of this site, so the promotion follows at once.
 */
export function failovers({ database, deaths, onStandby, onDone }: Options): Disturbance {
  let round = 0;
  return {
    name: 'the database failed over',
    happen: async ({ site }) => {
      const death = deaths[round++ % deaths.length] ?? 'killed';
      await database.addStandby();
      onStandby?.();
      await purchasesInHand(site);
      const lost = performance.now();
      const seconds = () => (performance.now() - lost) / 1_000;
      await database.losePrimary(death);
      const taken = Promise.all(site.apps.map(({ url }) => takesSignUps(url)));
      await database.promote();
      const promoted = seconds();
      await taken;
      onDone({ death, promoted, unavailable: seconds() });
    },
  };
}

const purchasesInHand = (site: FaultSite) =>
  until(async () => {
    const { rows } = await site.sql.query(`select from payment_attempts where state in ('PENDING', 'UNKNOWN')`);
    return rows.length > 0;
  }, 'Nobody pays');

async function takesSignUps(url: string): Promise<void> {
  const email = () => `prober-${randomUUID()}@example.com`;
  const parent = () => ({
    firstName: 'Pia',
    lastName: 'Ruiz',
    email: email(),
    phoneCountryCode: '+1',
    phoneNumber: '2025550123',
  });
  const trySignUp = () =>
    fetch(`${url}/api/v2/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ parent: parent(), knowsCoParentEmail: true, referral: { selection: 'SEARCH' } }),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => null);
  await until(async () => (await trySignUp())?.status === 201, `${url} accepts no sign-ups any more`, 60_000);
}

/** One line of the printed report. */
export const describeFailover = (round: number, { death, promoted, unavailable }: Failover): string =>
  `failover ${round}: primary ${death}, standby promoted after ${promoted.toFixed(1)} s, sign-ups taken after ${unavailable.toFixed(1)} s`;
