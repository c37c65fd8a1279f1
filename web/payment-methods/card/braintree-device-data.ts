import type { Client } from 'braintree-web/client';

export type DeviceData = { current: () => string | null; stop: () => void };

/**
 * Braintree's fraud check of the device. What has not come by the time of a payment is not waited for; what fails stays
 * away.
 */
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
