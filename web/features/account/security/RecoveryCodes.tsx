import { formatRecoveryCode } from '#contract/sign-in/second-factor.ts';
import { m } from '#messages/messages.js';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import layout from '#web/ui/layout.module.css';
import { showToast } from '#web/ui/toast-list.ts';
import style from './security.module.css';

/** Ten recovery codes, shown once. */
export default function RecoveryCodes({ codes, onDismiss }: { codes: readonly string[]; onDismiss: () => void }) {
  const written = codes.map(formatRecoveryCode);
  const copy = async () => {
    await navigator.clipboard.writeText(written.join('\n')).then(
      () => showToast({ text: m.second_factors_codes_copied() }),
      () => showToast({ text: m.second_factors_codes_not_copied(), tone: 'error' }),
    );
  };
  return (
    <Card>
      <h3 ref={focusOnMount} tabIndex={-1} className={layout.quietFocus}>
        {m.second_factors_codes_new()}
      </h3>
      <p>{m.second_factors_codes_text()}</p>
      <ul className={style.codes}>
        {written.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Actions>
        <Button onClick={onDismiss}>{m.second_factors_codes_kept()}</Button>
        <Button variant="quiet" onClick={() => void copy()}>
          {m.second_factors_codes_copy()}
        </Button>
      </Actions>
    </Card>
  );
}
