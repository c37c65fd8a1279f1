import { pageMarks } from '#contract/boot.ts';
import type { RenderedPage } from './prerender.tsx';

/** What a page needs from the build. Addresses are absolute paths; integrity is by address. */
export type PageFiles = {
  entry: string;
  styles: string[];
  /** Those of the screen that takes the skeleton's place. */
  laterStyles: string[];
  modules: string[];
  fonts: string[];
  icon: string;
  integrity: Record<string, string>;
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/**
 * A whole HTML document. Every script carries its integrity: the entry as an attribute, the modules it imports later by the
 * import map (PCI DSS 6.4.3). No style attribute and no inline script without the nonce: the policy forbids both.
 */
export function pageDocument(page: RenderedPage, files: PageFiles): string {
  const integrity = (address: string) => ` integrity="${files.integrity[address]}" crossorigin`;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    `<link rel="icon" type="image/svg+xml" href="${files.icon}">`,
    `<script type="importmap" nonce="${pageMarks.nonce}">${JSON.stringify({ integrity: files.integrity })}</script>`,
    ...files.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`),
    ...files.styles.map((sheet) => `<link rel="stylesheet" href="${sheet}">`),
    ...files.laterStyles.map((sheet) => `<link rel="preload" as="style" href="${sheet}">`),
    ...files.modules.map((module) => `<link rel="modulepreload" href="${module}"${integrity(module)}>`),
    pageMarks.boot,
    `<script type="module" src="${files.entry}"${integrity(files.entry)}></script>`,
  ];
  return `<!doctype html>
<html lang="${page.language}">
<head>
${head.join('\n')}
</head>
<body>
<div id="root" data-prerendered="${page.kind}">${page.body}</div>
<noscript>${escapeHtml(page.noScript)}</noscript>
</body>
</html>
`;
}
