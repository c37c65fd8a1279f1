import type { FastifyInstance, FastifyReply } from 'fastify';

/** Markup that is safe to send. */
export type Markup = { readonly markup: string };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

type Part = string | number | Markup | readonly Markup[] | null;

function written(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** Builds markup; inserted strings are escaped, only other markup is inserted unchanged. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: String.raw({ raw: texts }, ...parts.map(written)) };
}

/** Nothing external, nothing inline, and nobody may frame the page. */
const pagePolicy = (formsTo: string) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    `form-action 'self' ${formsTo}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

type Place = 'payments' | 'mail' | 'sms';
type Page = { title: string; here: Place; live: boolean; body: Markup; sheets?: readonly string[] };

/** A whole page of the sandbox. `live` makes it poll for news every few seconds. */
export function page({ title, here, live, body, sheets = ['/inbox/inbox.css'] }: Page): string {
  const link = (name: Place, href: string, text: string) =>
    html`<a href="${href}"${name === here ? html` aria-current="page"` : null}>${text}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css">
${sheets.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${live ? html`<script src="/inbox/inbox.js" defer></script>` : null}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="home" href="/">Sandbox</a><nav aria-label="Sandbox">${link('payments', '/control', 'Payments')}${link('mail', '/inbox', 'Email')}${link('sms', '/sms', 'Text messages')}</nav></header>
<main id="main">
${body}
</main>
</body>
</html>`.markup;
}

/** Sends a page with its policy. `formsTo`: an origin to which its forms may redirect. */
export function sendPage(reply: FastifyReply, markup: string, { formsTo = '' } = {}): FastifyReply {
  return reply
    .headers({
      'content-security-policy': pagePolicy(formsTo),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(markup);
}

/** Parses HTML forms into flat objects; the last value of a name wins. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}
