import { useState } from 'react';
import type { DeviceView } from '#contract/api/sign-in.ts';
import { deviceName } from '#contract/fields/device-name.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { ownDay, ownTime } from '#web/auth-session/own-time.ts';
import { signedOut } from '#web/auth-session/signed-in.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { provedText } from '../standing-text.ts';
import style from './security.module.css';

/** The devices with a session, the most recently used first; each can be signed out, or all at once. */
export function Devices() {
  const answer = useSignedInQuery('GET /v2/sessions', {});
  const [signedOutIds, setSignedOutIds] = useState<readonly string[]>([]);
  if (answer.state === 'loading') return <Skeleton shape="card" />;
  if (answer.state === 'failed') {
    return (
      <>
        <Notice tone="error">{m.sign_in_devices_failed()}</Notice>
        <Button variant="quiet" onClick={answer.retry}>
          {m.ui_try_again()}
        </Button>
      </>
    );
  }
  const devices = answer.data.devices.filter(({ id }) => !signedOutIds.includes(id));
  return (
    <>
      <p>{m.sign_in_devices_text()}</p>
      <ul className={style.devices}>
        {devices.map((device) => (
          <DeviceLine
            key={device.id}
            device={device}
            onSignedOut={() => setSignedOutIds([...signedOutIds, device.id])}
          />
        ))}
      </ul>
      <SignOutEverywhere />
    </>
  );
}

function DeviceLine({ device, onSignedOut }: { device: DeviceView; onSignedOut: () => void }) {
  const [signingOut, setSigningOut] = useState(false);
  const signOut = async () => {
    setSigningOut(true);
    const result = await call('DELETE /v2/sessions/:sessionId', { params: { sessionId: device.id } });
    setSigningOut(false);
    // A session that has already ended counts as signed out.
    if (!result.ok && result.problem.code !== 'NOT_FOUND') return showError(result.problem);
    onSignedOut();
    showToast({ text: m.sign_in_device_logged_out() });
  };
  return (
    <li className={style.device}>
      <div>
        <div className={style.name}>{deviceName(device)}</div>
        <div className={layout.soft}>
          {device.current ? m.sign_in_device_here() : m.sign_in_device_last_used({ time: ownTime(device.lastUsedAt) })}
        </div>
        {device.proofs.length > 0 && <div className={layout.soft}>{provedText(device.proofs)}</div>}
        {device.rememberedUntil !== null && (
          <div className={layout.soft}>{m.sign_in_device_remembered({ day: ownDay(device.rememberedUntil) })}</div>
        )}
      </div>
      {!device.current && (
        <Button
          variant="link"
          waiting={signingOut}
          aria-label={m.sign_in_device_log_out({ device: deviceName(device) })}
          onClick={() => void signOut()}
        >
          {m.sign_in_log_out()}
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const [signingOut, setSigningOut] = useState(false);
  const navigate = useNavigate();
  const signOut = async () => {
    setSigningOut(true);
    const result = await call('DELETE /v2/sessions', {});
    setSigningOut(false);
    if (!result.ok) return showError(result.problem);
    await navigate(addresses.login);
    signedOut();
    showToast({ text: m.sign_in_signed_out() });
  };
  return (
    <div className={style.everywhere}>
      <Button variant="quiet" waiting={signingOut} onClick={() => void signOut()}>
        {m.sign_in_log_out_everywhere()}
      </Button>
      <p className={layout.soft}>{m.sign_in_log_out_everywhere_text()}</p>
    </div>
  );
}
