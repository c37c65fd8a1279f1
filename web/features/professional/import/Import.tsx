import { useId, useRef, useState } from 'react';
import type { CaseImportPreview } from '#contract/api/professionals/case-imports.ts';
import { maxCaseListBytes } from '#contract/professionals/case-list.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { describe, FieldShell } from '#web/ui/form/FieldShell.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import { Spinner } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { ProPage } from '../ProPage.tsx';
import { FileInput } from './FileInput.tsx';
import { fileOf } from './file-bytes.ts';
import { PreviewRows } from './PreviewRows.tsx';
import { saveTemplate } from './template.ts';

/** A previewed list; `key` makes a repeated request a single import. */
type PreviewedList = { fileBase64: string; key: string; preview: CaseImportPreview };

/** Imports families from a spreadsheet: a preview line by line, then a confirmation with their number. */
export function Screen() {
  const id = useId();
  const navigate = useNavigate();
  const [previewed, setPreviewed] = useState<PreviewedList | null>(null);
  const [busy, setBusy] = useState<'looking' | 'opening' | null>(null);
  const [error, setError] = useState<string>();

  const showProblem = ({ validationErrors, ...problem }: CallProblem) =>
    validationErrors[0] ? setError(validationErrors[0].text) : showError({ validationErrors, ...problem });
  const latestFile = useRef<File>(null);
  const loadPreview = async (file: File | null) => {
    latestFile.current = file;
    setBusy(null);
    setPreviewed(null);
    setError(undefined);
    if (!file) return;
    if (file.size > maxCaseListBytes) return setError(m.pro_import_too_large());
    setBusy('looking');
    const fileBase64 = await fileOf(file);
    const result = await call('POST /v2/professional/case-imports/preview', { body: { fileBase64 } });
    if (latestFile.current !== file) return;
    setBusy(null);
    if (!result.ok) return showProblem(result.problem);
    setPreviewed({ fileBase64, key: crypto.randomUUID(), preview: result.data });
  };
  const open = async ({ fileBase64, key }: PreviewedList) => {
    setBusy('opening');
    const result = await call('POST /v2/professional/case-imports', {
      body: { fileBase64 },
      headers: { 'idempotency-key': key },
    });
    setBusy(null);
    if (!result.ok) return showProblem(result.problem);
    showToast({ text: m.pro_import_done({ count: result.data.opened }) });
    await navigate(addresses.professionalCases);
  };
  return (
    <ProPage heading={m.pro_import_title()} lead={m.pro_import_lead()}>
      <Card>
        <p>{m.pro_import_how()}</p>
        <div>
          <Button variant="quiet" onClick={saveTemplate}>
            {m.pro_import_template()}
          </Button>
        </div>
        <FieldShell id={id} label={m.pro_import_file()} hint={m.pro_import_file_hint()} error={error}>
          <FileInput
            id={id}
            accept=".csv,.txt,text/csv"
            {...describe({ id, hint: true, error })}
            onChoose={(file) => void loadPreview(file)}
          />
        </FieldShell>
      </Card>
      <LiveText>
        {busy === 'looking' && <Spinner text={m.pro_import_looking()} />}
        {previewed && <Summary preview={previewed.preview} />}
      </LiveText>
      {previewed && <PreviewRows rows={previewed.preview.rows} />}
      {busy !== 'looking' && (
        <Actions>
          {previewed && previewed.preview.ready > 0 && (
            <Button waiting={busy === 'opening'} onClick={() => void open(previewed)}>
              {m.pro_import_open({ count: previewed.preview.ready })}
            </Button>
          )}
          <ButtonLink variant="link" to={addresses.professionalCases}>
            {m.pro_case_back()}
          </ButtonLink>
        </Actions>
      )}
    </ProPage>
  );
}

function Summary({ preview: { rows, ready, faulty, duplicates } }: { preview: CaseImportPreview }) {
  const count = rows.filter(({ doubtful }) => doubtful.length > 0).length;
  return (
    <>
      <p>
        {m.pro_import_summary({ ready, faulty, duplicates })} {m.pro_import_nothing_yet()}
      </p>
      {count > 0 && <p>{m.pro_import_letters({ count })}</p>}
    </>
  );
}
