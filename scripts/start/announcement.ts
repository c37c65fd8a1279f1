import type { StartSettings } from './settings.ts';

/** What is printed after a start: the addresses and, with the sandbox, a test card. */
export function announcement({ settings, seconds }: { settings: StartSettings; seconds: string }): string {
  const { publicUrl, sandbox, sandboxUrl, staffUrl, development } = settings;
  const lines: [string, string][] = [[`Evenkeel${development ? ', reloading on change' : ''}`, publicUrl]];
  for (const other of settings.siteUrls.slice(1)) lines.push(['Another site', other]);
  if (sandbox) {
    lines.push(['Sandbox: mail, texts, faults', sandboxUrl]);
    lines.push(['Clock: skip ahead', `${publicUrl}/app/development/clock`]);
    lines.push(['Card to pay with', '4111 1111 1111 1111, any future date, any CVV']);
  }
  if (settings.harborUrl) lines.push(['Harbor: another app to log in to', settings.harborUrl]);
  if (staffUrl) lines.push(['Staff: the console', `${staffUrl}/staff`]);
  const width = Math.max(...lines.map(([label]) => label.length)) + 3;
  return `\n${lines.map(([label, value]) => `  ${label.padEnd(width)}${value}`).join('\n')}\n\n  Ready in ${seconds} s. Ctrl-C stops everything.\n`;
}
