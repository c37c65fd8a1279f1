export type AuditOutcome = { exitCode: 0 | 1 | 2; lines: string[] };

type Advisory = { severity?: string; via?: (string | { title?: string; url?: string })[] };

/**
 * Reads what `npm audit --json` wrote. 0: nothing known. 1: advisories. 2: nobody could be asked, which is no good
 * news.
 */
export function auditOutcome(written: string): AuditOutcome {
  const answer = parse(written);
  const found = answer?.['vulnerabilities'];
  if (typeof found !== 'object' || found === null) {
    const why = typeof answer?.['message'] === 'string' ? ` (${answer['message']})` : '';
    return {
      exitCode: 2,
      lines: [`Not known: the registry did not answer with advisories${why}. Run it where it does.`],
    };
  }
  const advisories = Object.entries(found as Record<string, Advisory>);
  if (advisories.length === 0)
    return { exitCode: 0, lines: ['No advisory is known for any package that a release installs.'] };
  return {
    exitCode: 1,
    lines: advisories.map(([name, advisory]) => `${name}: ${advisory.severity ?? 'unknown'}${reasons(advisory)}`),
  };
}

function parse(written: string): Record<string, unknown> | null {
  try {
    return JSON.parse(written) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function reasons({ via = [] }: Advisory): string {
  const own = via.filter((each) => typeof each === 'object').map(({ title = '', url = '' }) => `\n    ${title} ${url}`);
  return own.join('');
}
