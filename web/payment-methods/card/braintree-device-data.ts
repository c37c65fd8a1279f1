import type { Client } from 'braintree-web/client';

export type DeviceData = { current: () => string | null; stop: () => void };

/** Braintree's device data for its fraud check. A payment does not wait for it, and goes without it if it fails. */
export function collectDeviceData(client: Client): DeviceData {
  let collected: string | null = null;
  let stopped = false;
  const collecting = import('braintree-web/data-collector').then(({ default: collector }) =>
    collector.create({ client }),
  );
  collecting.then(
    ({ deviceData }) => {
      if (!stopped) collected = deviceData;
    },
    () => undefined,
  );
  return {
    current: () => collected,
    stop() {
      stopped = true;
      collected = null;
      collecting.then((collector) => collector.teardown()).catch(() => undefined);
    },
  };
}
