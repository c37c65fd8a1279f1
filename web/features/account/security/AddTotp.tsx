import { useState } from 'react';
import { encode } from 'uqr';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { showError } from '#web/problems/show-error.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useFocusInto } from '#web/ui/form/use-focus-into.ts';
import layout from '#web/ui/layout.module.css';
import { showToast } from '#web/ui/toast-list.ts';
import style from './security.module.css';

type TotpSetup = { secret: string; uri: string };
type Added = (codes: readonly string[] | null) => Promise<void>;

/** Adds an authenticator app: its secret is shown once, as QR code and text, and a first code confirms it. */
export default function AddTotp({ onAdded }: { onAdded: Added }) {
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [waiting, setWaiting] = useState(false);
  const part = useFocusInto<HTMLDivElement>(setup !== null);
  const startSetup = async () => {
    setWaiting(true);
    const result = await callFresh('POST /v2/account/second-factors/totp', {});
    setWaiting(false);
    if (result.ok) setSetup(result.data);
    else showError(result.problem);
  };
  return (
    <div ref={part} className={layout.part}>
      {setup ? (
        <Confirm {...setup} onAdded={onAdded} onCancel={() => setSetup(null)} />
      ) : (
        <>
          <p className={layout.soft}>{m.second_factors_app_text()}</p>
          <Actions>
            <Button variant="quiet" waiting={waiting} onClick={() => void startSetup()}>
              {m.second_factors_add_app()}
            </Button>
          </Actions>
        </>
      )}
    </div>
  );
}

type Values = { code: string };

export function Confirm({ secret, uri, onAdded, onCancel }: TotpSetup & { onAdded: Added; onCancel: () => void }) {
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('./factor-schemas.ts'),
      ({ totpCodeSchema }) => totpCodeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.second_factors_app_code() },
    onSubmit: async (body): Promise<void> => {
      const result = await callFresh('POST /v2/account/second-factors/totp/confirmation', { body });
      if (result.ok) {
        showToast({ text: m.second_factors_app_added() });
        return onAdded(result.data.recoveryCodes);
      }
      if (result.problem.code !== 'WRONG_CODE') return applyProblem(form, result.problem);
      form.form.setError('code', { type: 'server', message: result.problem.message }, { shouldFocus: true });
    },
  });
  return (
    <>
      <p>{m.second_factors_app_scan()}</p>
      <QrCode text={uri} />
      <p>
        {m.second_factors_app_secret()} <code className={style.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form of={form}>
        <TextField {...form.field('code')} autoComplete="one-time-code" inputMode="numeric" />
        <Actions>
          <Submit of={form}>{m.second_step_confirm()}</Submit>
          <Button variant="link" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        </Actions>
      </Form>
    </>
  );
}

/** Black on white in dark mode too, because apps cannot scan anything else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={style.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={m.second_factors_app_picture()}>
      <path className={style.qrPaper} d={`M0 0h${size}v${size}h-${size}z`} />
      <path className={style.qrInk} d={path} />
    </svg>
  );
}
