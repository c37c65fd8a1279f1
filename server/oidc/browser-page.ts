import { brand } from '#contract/brand.ts';
import type { Language } from '#contract/fields/languages.ts';
import { dark, font, light } from '../mail-templates/theme.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '');

const colours = (palette: Record<keyof typeof dark, string>) =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const styles = `
:root{color-scheme:light dark;${colours(light)}}
@media (prefers-color-scheme:dark){:root{${colours(dark)}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:1.5rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 ${font}}
main{max-width:34rem;margin:3rem auto 0;padding:1.5rem;background:var(--surface);border:1px solid var(--line);
border-radius:12px}
p.brand{max-width:34rem;margin:0 auto;font-weight:600}
h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.2;font-weight:600}
a{color:var(--primary)}
button{min-height:44px;padding:.6rem 1.25rem;border:0;border-radius:8px;background:var(--primary);
color:var(--onPrimary);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid #FFBF47;outline-offset:2px}
.actions{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;margin-top:1.5rem}
`;

type Page = { language: Language; nonce: string; heading: string; text: string; actions: string; script?: string };

/** HTML of a page between an app and the site. `actions`: HTML, already escaped. */
export function browserPage({ language, nonce, heading, text, actions, script }: Page): string {
  const [title, said] = [escapeHtml(heading), escapeHtml(text)];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escapeHtml(brand.name)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<p class="brand">${escapeHtml(brand.name)}</p>
<main>
<h1>${title}</h1>
<p>${said}</p>
<div class="actions">${actions}</div>
</main>
${script ? `<script nonce="${nonce}">${script}</script>` : ''}
</body>
</html>`;
}
