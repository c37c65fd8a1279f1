import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { DocumentRows } from '#web/checkout/receipt/DocumentRows.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ProPage } from '../ProPage.tsx';

/** What a professional has paid and got back: plans for parents, bundles of codes. */
export function Screen() {
  const answer = useSignedInQuery('GET /v2/account/documents', {});
  return (
    <ProPage heading={m.pro_invoices_title()} lead={m.pro_invoices_lead()}>
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && <Skeleton shape="card" />}
      {answer.state === 'ready' && answer.data.documents.length === 0 && <p>{m.pro_invoices_none()}</p>}
      {answer.state === 'ready' && answer.data.documents.length > 0 && (
        <Card>
          <DocumentRows documents={answer.data.documents} />
        </Card>
      )}
    </ProPage>
  );
}
