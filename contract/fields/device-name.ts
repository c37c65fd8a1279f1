import { m } from '#messages/messages.js';

/** "Firefox on Android": a browser and its system, each null if unknown. */
export function deviceName(
  { browser, system }: { browser: string | null; system: string | null },
  language?: 'en' | 'es',
): string {
  const t = language ? { locale: language } : {};
  return m.sign_in_device(
    {
      browser: browser ?? m.sign_in_device_unknown_browser({}, t),
      system: system ?? m.sign_in_device_unknown_system({}, t),
    },
    t,
  );
}
