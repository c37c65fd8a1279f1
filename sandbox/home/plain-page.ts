import { html, type Markup } from '../mail/page.ts';

/** A read-only page of the sandbox, without script. Returns its HTML. */
export function plainPage({ title, main }: { title: string; main: Markup }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css">
<link rel="stylesheet" href="/home.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>`.markup;
}
