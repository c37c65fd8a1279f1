import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Skeleton.tsx';
import { longDay } from '#web/i18n/long-day.ts';
import { saveFile } from '#web/api/save-file.ts';
import layout from '#web/ui/layout.module.css';
import { LoadError } from '#web/problems/LoadError.tsx';
import style from '../pro.module.css';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

/** The letter for a parent: address and code to read out, and the PDF to print. */
export function Letter({ params, onClose }: { params: { familyId: string; userId: string }; onClose: () => void }) {
  // Printing twice gives the same letter, so asking twice does no harm.
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
        <Button onClick={() => saveFile({ content: bytesOf(pdfBase64), type: 'application/pdf', name: fileName })}>
          {m.pro_letter_download()}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {m.ui_close()}
        </Button>
      </Actions>
    </div>
  );
}
