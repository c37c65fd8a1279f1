import { readFileSync } from 'node:fs';

/** A code block of a Markdown page. `file`: its file name, after the language. */
export type Snippet = { language: string; file: string; text: string };

/** The code blocks that readers write and run, in order, with replacements for tests. */
export function snippetsOf(page: string, differing: Record<string, string>): Snippet[] {
  let markdown = readFileSync(page, 'utf8');
  for (const [there, here] of Object.entries(differing)) markdown = markdown.replaceAll(there, here);
  return [...markdown.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gms)].map(([, language = '', file = '', text = '']) => ({
    language,
    file,
    text,
  }));
}
