const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal) return String.fromCodePoint(Number(decimal));
      return namedEntities[name ?? ''] ?? whole;
    },
  );
}

/**
 * The web addresses that a reader can follow, in order, without duplicates: those of the HTML part's links, or of the
 * text if there is no HTML.
 */
export function linksOf({ html, text }: { html: string | null; text: string | null }): string[] {
  const found =
    html === null
      ? [...(text ?? '').matchAll(/https?:\/\/[^\s<>"]+/g)].map((match) => match[0])
      : [...html.matchAll(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
          decodeEntities(match[1] ?? match[2] ?? ''),
        );
  return [...new Set(found.filter((address) => /^https?:\/\//i.test(address)))];
}
