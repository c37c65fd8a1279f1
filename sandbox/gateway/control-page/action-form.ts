import { html, type Markup } from '../../mail/page.ts';

type Form = { path: string; about: string; offered: readonly { action: string; text: string }[] };

/** Buttons for one action each; their accessible names contain the target. */
export function actionForm({ path, about, offered }: Form): Markup {
  if (offered.length === 0) return html`nothing`;
  const buttons = offered.map(
    ({ action, text }) =>
      html`<button name="action" value="${action}">${text}<span class="hidden"> ${about}</span></button>`,
  );
  return html`<form class="row" method="post" action="${path}">${buttons}</form>`;
}
