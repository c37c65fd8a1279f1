import { leftCookie, pageMarks, signedInCookie } from '#contract/boot.ts';
import type { RenderedPage } from './prerender.tsx';
import { pressables } from './pressed-before.ts';
import { leaveQuickly } from './site/leave-quickly.ts';
import { bannerSeenKey } from './site/tab-storage.ts';

/** What a page needs from the build. URLs are absolute paths; `integrity` is by URL. */
export type PageFiles = {
  entry: string;
  styles: string[];
  /** Style sheets of the screen that replaces the skeleton. */
  laterStyles: string[];
  modules: string[];
  fonts: string[];
  icon: string;
  /** The URL of the prefetch table (`fetch-ahead.ts`). */
  next: string;
  integrity: Record<string, string>;
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/**
 * Runs before the first paint: is there an invite in the address (after `#`, where no server sees it) or in this tab?
 * It only decides what is visible until the script has loaded; `invite-link.ts` and the session decide.
 */
const chooseFirstView = `{
  const root = document.getElementById('root');
  const instead = document.getElementById('if-invited');
  let kept = '';
  try { kept = sessionStorage.getItem('join-session') ?? ''; } catch {}
  if (/[#&](token|user)=/.test(location.hash) || kept.includes('"invite":{')) {
    root.replaceChildren(instead.content);
    root.dataset.prerendered = 'skeleton';
  }
  instead.remove();
}`;

/** The header is painted in its final state (`auth-session/AccountLinks.tsx`). */
const markSignedIn = `document.documentElement.toggleAttribute('data-signed-in', document.cookie.includes('${signedInCookie}='))`;

/** Removes the header's space for a banner that this tab has already seen (`chrome/TopBanner.tsx`). */
const markBannerSeen = `try { document.documentElement.toggleAttribute('data-banner-seen', sessionStorage.getItem('${bannerSeenKey}') !== null); } catch {}`;

/** Styled in `base.css`. */
const noScriptClass = 'no-script';

/** A press on one of these before the script has loaded is repeated afterwards (`pressed-before.ts`). */
export const pressListener = `for (const type of ['click', 'change']) addEventListener(type, ({ target }) => {
  const root = document.getElementById('root');
  const control = root?.dataset.prerendered && target.closest(type === 'click' ? 'button[type=button]' : 'select');
  if (control) root.dataset.pressed = [...root.querySelectorAll('${pressables}')].indexOf(control) + ' ' + control.value;
}, true);`;

/** A click before the script has loaded is repeated afterwards (`typed-before.ts`). */
const submitListener = `addEventListener('submit', (event) => {
  const root = document.getElementById('root');
  if (root.dataset.prerendered !== 'form') return;
  event.preventDefault();
  root.dataset.submitted = '';
}, true);`;

function rememberPresses(kind: RenderedPage['kind']): string {
  if (kind === 'skeleton') return '';
  const listeners = kind === 'form' ? `${pressListener}\n${submitListener}` : pressListener;
  return `\n<script nonce="${pageMarks.nonce}">${listeners}</script>`;
}

function insteadIfInvited(body: string | undefined): string {
  if (body === undefined) return '';
  return `\n<template id="if-invited">${body}</template>\n<script nonce="${pageMarks.nonce}">${chooseFirstView}</script>`;
}

/**
 * A complete HTML document. Every script has an integrity hash: the entry as an attribute, the modules it imports later
 * by the import map (PCI DSS 6.4.3). The content security policy forbids style attributes and inline scripts without
 * the nonce.
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
    pageMarks.boot,
    // Before the style sheets, which block every later script.
    `<script nonce="${pageMarks.nonce}">(${String(leaveQuickly)})('${leftCookie}', '${signedInCookie}');${markSignedIn}
${markBannerSeen}</script>`,
    `<script type="importmap" nonce="${pageMarks.nonce}">${JSON.stringify({ integrity: files.integrity })}</script>`,
    ...files.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`),
    ...files.styles.map((sheet) => `<link rel="stylesheet" href="${sheet}">`),
    ...files.laterStyles.map((sheet) => `<link rel="preload" as="style" href="${sheet}">`),
    // Low priority, so that on a slow phone text and styles load first.
    ...files.modules.map(
      (module) => `<link rel="modulepreload" href="${module}" fetchpriority="low"${integrity(module)}>`,
    ),
    `<script type="module" src="${files.entry}" fetchpriority="low"${integrity(files.entry)}></script>`,
  ];
  return `<!doctype html>
<html lang="${page.language}">
<head>
${head.join('\n')}
</head>
<body>
<noscript><p class="${noScriptClass}">${escapeHtml(page.noScript)}</p></noscript>${rememberPresses(page.kind)}
<div id="root" data-prerendered="${page.kind}" data-next="${files.next}">${page.body}</div>${insteadIfInvited(page.bodyIfInvited)}
</body>
</html>
`;
}

/** The console's document, for each of its addresses: it has no prerendered content. */
export function staffDocument({ script, styles }: { script: string; styles: string[] }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Staff</title>
<link rel="icon" href="data:,">
${styles.map((sheet) => `<link rel="stylesheet" href="${sheet}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body>
<noscript><p class="${noScriptClass}">The console needs JavaScript.</p></noscript>
<div id="root"></div>
</body>
</html>
`;
}
