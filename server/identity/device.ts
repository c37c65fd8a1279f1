/** Names in search order: a browser that is built on another contains both. */
const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\/|\bOPT\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];
const systems: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (table: readonly [string, RegExp][], text: string) =>
  table.find(([, pattern]) => pattern.test(text))?.[0] ?? '';

/**
 * `Chrome/Android`: the only part of a User-Agent that is stored, enough to recognise one's own devices. Either side
 * may be empty.
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  return `${nameIn(browsers, text)}/${nameIn(systems, text)}`;
}

export function deviceNames(device: string): { browser: string | null; system: string | null } {
  const [browser = '', system = ''] = device.split('/');
  return { browser: browser || null, system: system || null };
}
