import { m } from '#messages/messages.js';
import { browserPage, escapeHtml } from './browser-page.ts';
import type { Visit } from './visit.ts';

type PageContext = Pick<Visit, 'language' | 'nonce'>;
const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** Shows only the error code: the cause is for the app's developers, in the log, and a person can only start again. */
export function problemPage({ language, nonce }: PageContext, { code }: { code: string }): string {
  const locale = { locale: language };
  return browserPage({
    language,
    nonce,
    heading: m.app_login_problem_heading({}, locale),
    text: m.app_login_problem_text({ code }, locale),
    actions: link('/app/home', m.app_login_problem_home({}, locale)),
  });
}

/**
 * Asks for confirmation, so that no other site can sign somebody out by a link. `sure`: the app has proved by an ID
 * token that this user is signed in to it, so the form submits itself. `form`: the provider's, with its CSRF token.
 */
export function signOutPage({ language, nonce }: PageContext, { form, sure }: { form: string; sure: boolean }): string {
  const locale = { locale: language };
  return browserPage({
    language,
    nonce,
    heading: m.app_logout_heading({}, locale),
    text: m.app_logout_text({}, locale),
    actions:
      form +
      `<button form="op.logoutForm" name="logout" value="yes">${escapeHtml(m.app_logout_confirm({}, locale))}</button>` +
      link('/app/home', m.app_logout_stay({}, locale)),
    ...(sure ? { script: "document.querySelector('button').click()" } : {}),
  });
}
