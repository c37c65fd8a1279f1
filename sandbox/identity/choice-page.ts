import { plainPage } from '../home/plain-page.ts';
import { html } from '../mail/page.ts';
import { choicePath, members } from './people.ts';

/** The identity provider’s sign-in, without passwords. */
export function choicePage(uid: string): string {
  return plainPage({
    title: 'Log in · Identity provider of the sandbox',
    main: html`<h1>Who are you today?</h1>
<p>This replaces the company's identity provider. No one needs a password here.</p>
<ul>${members.map(
      ({ id, name, roles, may }) =>
        html`<li><a href="${choicePath}/${uid}/${id}">${name}</a>: ${may} (${roles.join(', ') || 'no role'})</li>`,
    )}</ul>
`,
  });
}
