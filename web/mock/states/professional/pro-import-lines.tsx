import { useParams } from 'react-router';
import type { CaseImportRow } from '#contract/api/professionals/case-imports.ts';
import { fieldErrorText } from '#contract/fields/field-errors.ts';
import { m } from '#messages/messages.js';
import { PreviewRows } from '#web/features/professional/import/PreviewRows.tsx';
import { ProPage } from '#web/features/professional/ProPage.tsx';
import type { MockState } from '../../mock-state.ts';

const parents: [string, string] = ['Maximiliana Montgomery-Featherstonehaugh', 'Joe Ruiz'];
const row = (line: number, part: Partial<CaseImportRow> = {}): CaseImportRow => ({
  line,
  parents,
  children: 1,
  errors: [],
  doubtful: [],
  duplicate: null,
  ...part,
});
const wrong = () => {
  const text = fieldErrorText({ field: 'parentA.email', code: 'required' });
  return row(3, { parents: ['', ''], errors: [{ column: 'parentA.email', text }] });
};
const doubtful = () => row(6, { parents: ['Jose Nu–ez', 'Zo‘ Ruiz'], doubtful: ['Nu–ez', 'Zo‘'] });
const shown: Record<string, () => CaseImportRow[]> = {
  all: () => [row(2), wrong(), row(4, { duplicate: 'IN_FILE' }), row(5, { duplicate: 'OPENED' }), doubtful()],
  'ready-only': () => [row(2), row(3)],
};

/** The preview of a chosen file, line by line. */
export function Screen() {
  return (
    <ProPage heading={m.pro_import_title()} lead={m.pro_import_lead()}>
      <PreviewRows rows={shown[useParams()['state'] ?? '']?.() ?? []} />
    </ProPage>
  );
}

export const states: Record<string, MockState> = Object.fromEntries(Object.keys(shown).map((name) => [name, {}]));
