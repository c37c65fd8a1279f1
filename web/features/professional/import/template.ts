import { caseColumnNames, caseColumns } from '#contract/professionals/case-list.ts';
import { m } from '#messages/messages.js';
import { saveTable } from '#web/api/save-file.ts';
import { currentLanguage } from '#web/i18n/language.ts';

const example = ['Marta', 'Ruiz', 'marta@example.com', 'Joe', 'Ramos', 'joe@example.com', 'Ana, Leo'];

/** A table with the columns' names and one family, in the language of the page. */
export function saveTemplate(): void {
  const language = currentLanguage();
  const header = caseColumns.map((column) => caseColumnNames[language][column]);
  saveTable({ rows: [header, [...example, language]], name: m.pro_import_template_name() });
}
