import type { BootData } from '#contract/boot.ts';

const unknown: BootData = {
  language: 'en',
  siteCountry: 'US',
  countryCode: '+1',
  anonymousId: '',
  consent: 'not-needed',
  experiments: {},
  features: {},
  leaveAddress: '',
};

let boot: BootData = unknown;

/** When this page started, by the device's clock. */
const startedAt = Date.now();

/** What the server passed to this page. Before `setBoot`, a plain US site in English. */
export function bootData(): BootData {
  return boot;
}

export function setBoot(data: BootData): void {
  boot = data;
}

/** A server instant by the device's clock, which may be hours wrong. ISO 8601 to ms. */
export function deviceTimeOf(instant: string): number {
  return Date.parse(instant) + startedAt - (boot.sentAt ?? startedAt);
}

/** Reads the JSON element the server writes into every page. The server made it from the same type. */
export function readBootElement(document: Document): BootData {
  const text = document.getElementById('boot')?.textContent;
  return text ? { ...unknown, ...(JSON.parse(text) as Partial<BootData>) } : unknown;
}
