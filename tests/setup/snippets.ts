import { readFileSync } from 'node:fs';

/** A block of code of a page of Markdown. `file`: what it is called there, after the language. */
export type Snippet = { language: string; file: string; text: string };

/** What a page has its readers write and run, in its order, with what differs here put in. */
export function snippetsOf(page: string, differing: Record<string, string>): Snippet[] {
  let markdown = readFileSync(page, 'utf8');
  for (const [there, here] of Object.entries(differing)) markdown = markdown.replaceAll(there, here);
  return [...markdown.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gms)].map(([, language = '', file = '', text = '']) => ({
    language,
    file,
    text,
  }));
}
