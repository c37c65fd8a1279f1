import { useState } from 'react';
import type { CodeBundle, showCodes } from '#contract/api/professionals/code-bundles.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { saveTable } from '#web/api/save-file.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Collapse } from '#web/ui/Accordion.tsx';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ColumnHeads } from '#web/ui/ColumnHeads.tsx';
import layout from '#web/ui/layout.module.css';
import { showToast } from '#web/ui/toast-list.ts';
import { UnusedRefundButton } from '../payment/UnusedRefundButton.tsx';
import style from '../pro.module.css';

const states = {
  UNUSED: m.pro_codes_state_UNUSED,
  PARTLY_USED: m.pro_codes_state_PARTLY_USED,
  USED: m.pro_codes_state_USED,
  WITHDRAWN: m.pro_codes_state_WITHDRAWN,
  REFUNDED: m.pro_codes_state_REFUNDED,
} as const;

type Props = {
  bundle: CodeBundle;
  onCodesStored: () => Promise<void>;
  refresh: () => Promise<void>;
  onRefunded: (amount: string) => void;
};

/** A purchased bundle: its codes until they are confirmed as stored, its balance, and their uses. */
export function BundleCard({ bundle, onCodesStored, refresh, onRefunded }: Props) {
  const { bundleId, size, planName, boughtOn, paidFormatted, unused, balanceFormatted, refund } = bundle;
  const { codesToShow, codes } = bundle;
  return (
    <Card as="article">
      <h3>{m.pro_codes_bundle({ size, plan: planName })}</h3>
      <p className={layout.soft}>
        {m.pro_codes_bundle_facts({ date: longDay(boughtOn), paid: paidFormatted, unused, balance: balanceFormatted })}
      </p>
      {codesToShow && <OneTimeCodes bundleId={bundleId} onCodesStored={onCodesStored} />}
      {refund && (
        <>
          <p>
            {m.pro_back_codes({ codes: refund.codes, amount: refund.amountFormatted, date: longDay(refund.until) })}
          </p>
          <UnusedRefundButton
            amount={refund.amountFormatted}
            consequence={m.pro_back_codes_end()}
            call={() => call('POST /v2/professional/code-bundles/:bundleId/refund', { params: { bundleId } })}
            refresh={refresh}
            onRefunded={onRefunded}
          />
        </>
      )}
      <Collapse showLabel={m.pro_codes_details()} hideLabel={m.ui_hide()}>
        <div className={layout.part}>
          <Uses codes={codes} />
          <div>
            <Button variant="quiet" onClick={() => saveUses(bundle)}>
              {m.pro_codes_csv()}
            </Button>
          </div>
        </div>
      </Collapse>
    </Card>
  );
}

type Codes = AnswerOf<typeof showCodes>;

function OneTimeCodes({ bundleId, onCodesStored }: { bundleId: string; onCodesStored: () => Promise<void> }) {
  const [shown, setShown] = useState<Codes | null>(null);
  const [busy, setBusy] = useState(false);
  const params = { bundleId };
  const show = async () => {
    setBusy(true);
    const result = await call('POST /v2/professional/code-bundles/:bundleId/codes', { params });
    setBusy(false);
    if (result.ok) setShown(result.data);
    else showError(result.problem);
  };
  const confirmStored = async () => {
    setBusy(true);
    const result = await call('POST /v2/professional/code-bundles/:bundleId/codes/receipt', { params });
    if (result.ok) await onCodesStored();
    else showError(result.problem);
    setBusy(false);
  };
  if (!shown) {
    return (
      <div className={layout.part}>
        <p>{m.pro_codes_once()}</p>
        <div>
          <Button waiting={busy} onClick={() => void show()}>
            {m.pro_codes_show()}
          </Button>
        </div>
      </div>
    );
  }
  const { codes, amountFormatted, planName } = shown;
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ text: m.pro_codes_copied() }),
      () => showToast({ text: m.pro_codes_copy_failed(), tone: 'error' }),
    );
  const rows = [
    [m.pro_codes_code(), m.pro_codes_amount(), m.pro_codes_plan_column()],
    ...codes.map((code) => [code, amountFormatted, planName]),
  ];
  return (
    <section className={layout.part} aria-label={m.pro_codes_yours()}>
      <p role="status">{m.pro_codes_yours_text({ amount: amountFormatted })}</p>
      <ul className={style.codes}>
        {codes.map((code) => (
          <li key={code} className={style.code}>
            {code}
          </li>
        ))}
      </ul>
      <Actions>
        <Button variant="quiet" onClick={() => saveTable({ rows, name: 'subscription-codes.csv' })}>
          {m.pro_codes_csv()}
        </Button>
        <Button variant="quiet" onClick={() => void copy()}>
          {m.pro_codes_copy()}
        </Button>
        <Button waiting={busy} onClick={() => void confirmStored()}>
          {m.pro_codes_kept()}
        </Button>
      </Actions>
    </section>
  );
}

const usesText = ({ uses }: CodeBundle['codes'][number]) =>
  uses.map(({ initials, usedOn }) => m.pro_codes_use({ initials, date: longDay(usedOn) })).join(', ');

const header = () => [m.pro_codes_code(), m.pro_codes_state(), m.pro_codes_left(), m.pro_codes_used_by()];

function saveUses({ codes }: CodeBundle): void {
  const rows = codes.map((code) => [code.masked, states[code.state](), code.remainingFormatted, usesText(code)]);
  saveTable({ rows: [header(), ...rows], name: 'subscription-codes-used.csv' });
}

/** A table; on a phone each row is a small card. */
function Uses({ codes }: Pick<CodeBundle, 'codes'>) {
  return (
    <table className={style.table}>
      <ColumnHeads columns={header()} />
      <tbody>
        {codes.map((code) => (
          <tr key={code.masked}>
            <th scope="row">{code.masked}</th>
            <td>{states[code.state]()}</td>
            <td>{code.remainingFormatted}</td>
            <td>{usesText(code)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
