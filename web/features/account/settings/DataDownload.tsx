import { useState } from 'react';
import { m } from '#messages/messages.js';
import { downloadFile } from '#web/api/download-file.ts';
import { withFreshProof } from '#web/auth-session/fresh-sign-in.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';

/** Downloads all personal data of the account. */
export function DataDownload() {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const problem = await withFreshProof(
      () => downloadFile('/api/v2/account/export'),
      (failed) => failed,
    );
    setBusy(false);
    if (problem) showError(problem);
  };
  return (
    <Card>
      <p>{m.account_settings_data_text()}</p>
      <div>
        <Button variant="quiet" waiting={busy} onClick={() => void save()}>
          {m.account_settings_data_download()}
        </Button>
      </div>
    </Card>
  );
}
