import { readdirSync } from 'node:fs';
import type { MailTemplate } from '#server/mail-templates/mail-document.ts';

const folder = new URL('../../server/mail-templates/templates/', import.meta.url);
const modules = await Promise.all(
  readdirSync(folder).map((file): Promise<object> => import(new URL(file, folder).href)),
);
const isTemplate = (value: unknown) => typeof value === 'object' && value !== null && 'sample' in value;

/** All mails, each with the props of its sample. */
export const mailTemplates = modules.flatMap((module) =>
  Object.values(module).filter(isTemplate),
) as MailTemplate<object>[];

export function mailNamed(name: string): MailTemplate<object> {
  const found = mailTemplates.find((template) => template.name === name);
  if (!found) throw new Error(`No mail is named ${name}`);
  return found;
}
