/** The domain of a sender, `Name <local@domain>` or bare. */
export const domainOf = (sender: string): string => (/@([^\s>]+)/.exec(sender)?.[1] ?? '').toLowerCase();

/** A signature proves its own domain or a subdomain, and would name it in a neutral mail of another. */
export function signs({ domainName }: { domainName: string }, from: string): boolean {
  return `.${domainOf(from)}`.endsWith(`.${domainName.toLowerCase()}`);
}
