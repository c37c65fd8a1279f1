import { m } from '#messages/messages.js';
import { browserPage, escapeHtml } from './browser-page.ts';
import type { Visit } from './visit.ts';

type PageContext = Pick<Visit, 'language' | 'nonce'>;
const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** What went wrong is for the app's developers, in the log: a person can only begin again. */
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
 * Asks whether to sign out, so that no other site can do it by a link. `sure`: an app that the person is signed in to
 * has asked, and has proved it. `form`: the provider's, with what proves that it was shown.
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
