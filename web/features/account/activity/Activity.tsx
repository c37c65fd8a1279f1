import { useState } from 'react';
import { activityText } from '#contract/account/activity.ts';
import type { ActivityView } from '#contract/api/account-activity.ts';
import { deviceName } from '#contract/fields/device-name.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { ownTime } from '#web/auth-session/own-time.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import style from '../profile/profile.module.css';
import { SharedPage } from '../SharedPage.tsx';
import { changeText } from '../standing-text.ts';

/** The changes to the account, the latest first. */
export function Screen() {
  return (
    <SharedPage heading={m.activity_title()} lead={m.activity_lead()}>
      <div className={account.section}>
        <Activity />
      </div>
    </SharedPage>
  );
}

function Activity() {
  const answer = useSignedInQuery('GET /v2/account/activity', {});
  const [earlier, setEarlier] = useState<{ activity: readonly ActivityView[]; more: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  const shown = [...answer.data.activity, ...(earlier?.activity ?? [])];
  const last = shown.at(-1);
  if (!last) return <p>{m.activity_none()}</p>;
  const showEarlier = async () => {
    setBusy(true);
    const result = await call('GET /v2/account/activity', { query: { before: last.id } });
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    setEarlier({ activity: [...(earlier?.activity ?? []), ...result.data.activity], more: result.data.more });
  };
  return (
    <>
      <Card>
        <ul className={style.rows}>
          {shown.map((one) => (
            <li key={one.id} className={style.entry}>
              <strong>{activityText(one.kind)}</strong>
              {one.detail !== null && <span>{one.detail}</span>}
              <span className={layout.soft}>{m.activity_line({ time: ownTime(one.at), device: deviceName(one) })}</span>
              {one.proofs !== null && <span className={layout.soft}>{changeText({ ...one, proofs: one.proofs })}</span>}
            </li>
          ))}
        </ul>
      </Card>
      {(earlier ?? answer.data).more && (
        <div>
          <Button variant="quiet" waiting={busy} onClick={() => void showEarlier()}>
            {m.activity_more()}
          </Button>
        </div>
      )}
    </>
  );
}
