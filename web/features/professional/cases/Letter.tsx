import { m } from '#messages/messages.js';
import { saveBase64Pdf } from '#web/api/save-file.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { Actions, Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { Spinner } from '#web/ui/Skeleton.tsx';
import style from '../pro.module.css';

/** The letter for a parent: address and code to read out, and the PDF to print. */
export function Letter({ params, onClose }: { params: { familyId: string; userId: string }; onClose: () => void }) {
  // Idempotent: printing again gives the same letter.
  const answer = useSignedInQuery('POST /v2/professional/cases/:familyId/parents/:userId/letters', { params });
  if (answer.state === 'loading') return <Spinner />;
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  const { address, code, expiresOn, fileName, pdfBase64 } = answer.data;
  return (
    <div className={layout.part}>
      <p>{m.pro_letter_ready()}</p>
      <p className={style.name}>{address}</p>
      <p className={style.code}>{code}</p>
      <p className={layout.soft}>{m.pro_letter_until({ date: longDay(expiresOn) })}</p>
      <Actions>
        <Button onClick={() => saveBase64Pdf(pdfBase64, fileName)}>{m.pro_letter_download()}</Button>
        <Button variant="quiet" onClick={onClose}>
          {m.ui_close()}
        </Button>
      </Actions>
    </div>
  );
}
