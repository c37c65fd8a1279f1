import { html, type Markup } from '../mail/page.ts';
import type { UserEntitlements } from './entitlements.ts';
import type { SignedIn } from './provider.ts';
import { dayText, entitlementTexts, filled, type Language, texts } from './texts.ts';

type View = { language: Language; siteUrl: string; person: SignedIn | null; entitled: UserEntitlements | null };

function planLine({ language, entitled }: View): string {
  const t = texts[language];
  if (!entitled?.plan || entitled.paidUntil === null) return t.noPlan;
  return filled(t.plan, { day: dayText(entitled.paidUntil, language) });
}

function calendar({ language, siteUrl, entitled }: View): Markup {
  const t = texts[language];
  if (!entitled?.entitlements['calendar'])
    return html`<section class="card"><p>${t.locked}</p><p><a href="${siteUrl}/app/account/billing">${t.upgrade}</a></p></section>`;
  return html`<section class="card" aria-labelledby="week"><h2 id="week">${t.month}</h2><ul>${t.entries.map((entry) => html`<li>${entry}</li>`)}</ul></section>`;
}

/** Messages (with the tone meter) and expenses, if the plan includes them. */
function others({ language, entitled }: View): Markup[] {
  const t = texts[language];
  const has = (name: string) => Boolean(entitled?.entitlements[name]);
  const lists = [
    { name: 'messages', lines: [...t.messages, ...(has('tone_meter') ? [t.tone] : [])] },
    { name: 'expenses', lines: t.expenses },
  ];
  return lists
    .filter(({ name }) => has(name))
    .map(
      ({ name, lines }) =>
        html`<section class="card" aria-labelledby="${name}"><h2 id="${name}">${entitlementTexts[name]?.[language] ?? ''}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`,
    );
}

/** The part that the page's script refreshes each second. */
export function body(view: View): string {
  const { language, siteUrl, person, entitled } = view;
  const t = texts[language];
  if (!person)
    return html`<h1>Harbor</h1><p>${t.welcome}</p><p class="soft">${t.about}</p><p><a class="button" href="/log-in">${t.logIn}</a></p>`
      .markup;
  const included = Object.entries(entitled?.entitlements ?? {}).flatMap(([name, quantity]) => {
    const text = entitlementTexts[name]?.[language];
    return text && quantity > 0 ? [filled(text, { quantity: String(quantity) })] : [];
  });
  return html`<h1>${filled(t.hello, { name: person.name })}</h1>
<p class="soft">${planLine(view)}</p>
${calendar(view)}
${others(view)}
<section class="card" aria-labelledby="has"><h2 id="has">${t.has}</h2>
<ul>${included.map((text) => html`<li>${text}</li>`)}</ul></section>
<p class="soft">${t.about}</p>
<p class="actions"><a href="${siteUrl}/app/home">${t.account}</a></p>
<form method="post" action="/log-out"><button>${t.logOut}</button></form>`.markup;
}

/** The whole page. Its script requests the body each second; without it, reload the page. */
export function harborPage(view: View, problem: string | null = null): string {
  const { language } = view;
  const other = language === 'en' ? 'es' : 'en';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts[language].title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css">
<link rel="stylesheet" href="/harbor.css">
<script src="/harbor.js" defer></script>
</head>
<body>
<header class="page"><strong>Harbor</strong> <span class="example">${texts[language].example}</span>
<a href="/?language=${other}" lang="${other}" hreflang="${other}">${other === 'es' ? 'Español' : 'English'}</a></header>
${problem ? html`<p class="page" role="alert">${problem}</p>` : null}
<main id="body">${{ markup: body(view) }}</main>
</body>
</html>`.markup;
}
