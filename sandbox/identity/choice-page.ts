import { html } from '../mail/page.ts';
import { choicePath, members } from './people.ts';

/** The identity provider's sign-in: nobody has a password here. Plain HTML, no script. */
export function choicePage(uid: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign in · Identity provider of the sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css">
<link rel="stylesheet" href="/home.css">
</head>
<body>
<main>
<h1>Who are you today?</h1>
<p>This stands in for the company's identity provider. Nobody needs a password here.</p>
<ul>${members.map(
    ({ id, name, roles, may }) =>
      html`<li><a href="${choicePath}/${uid}/${id}">${name}</a>: ${may} (${roles.join(', ') || 'no role'})</li>`,
  )}</ul>
</main>
</body>
</html>`.markup;
}
