import { useState } from 'react';
import type { PaidByCode } from '#contract/api/plan-codes.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import style from '../account.module.css';

type Values = { code: string };
/** `chosen`: the plan that is chosen for the renewal. `forBoth`: it was to pay for the co-parent, too. */
type Props = { chosen: { planName: string } | null; forBoth: boolean; refresh: () => Promise<unknown> };

/** The renewal paid with a code: what it pays is said before it is used. Stays to confirm what was paid. */
export default function PayWithCode({ chosen, forBoth, refresh }: Props) {
  const [offered, setOffered] = useState<(PaidByCode & Values) | null>(null);
  const [paid, setPaid] = useState<PaidByCode | null>(null);
  return (
    <>
      <LiveText>{paid !== null && <Notice tone="success">{m.plan_code_done(wordsOf(paid))}</Notice>}</LiveText>
      {paid === null && (
        <>
          <p className={layout.soft}>{m.plan_code_renewal()}</p>
          {forBoth && <p>{m.plan_code_alone()}</p>}
          {chosen && <p>{m.plan_code_drops({ plan: chosen.planName })}</p>}
          <CodeForm onOffered={setOffered} />
        </>
      )}
      <Confirm
        offered={offered}
        onClose={() => setOffered(null)}
        onPaid={async (answer) => {
          setPaid(answer);
          await refresh();
        }}
        refresh={refresh}
      />
    </>
  );
}

function CodeForm({ onOffered }: { onOffered: (offered: PaidByCode & Values) => void }) {
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('#web/problems/mailed-code-schema.ts'),
      ({ mailedCodeSchema }) => mailedCodeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.payment_code_label() },
    onSubmit: async (body): Promise<void> => {
      const result = await call('POST /v2/account/codes/prices', { body });
      if (result.ok) return onOffered({ ...result.data, ...body });
      return applyProblem(form, result.problem);
    },
  });
  return (
    <Form of={form}>
      <TextField {...form.field('code')} autoComplete="off" />
      <Actions>
        <Submit of={form}>{m.plan_code_check()}</Submit>
      </Actions>
    </Form>
  );
}

type ConfirmProps = {
  offered: (PaidByCode & Values) | null;
  onClose: () => void;
  onPaid: (paid: PaidByCode) => Promise<void>;
  refresh: () => Promise<unknown>;
};

function Confirm({ offered, onClose, onPaid, refresh }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  if (offered === null) return null;
  const { code, subscriptionId, amount } = offered;
  const pay = async () => {
    setBusy(true);
    const result = await call('POST /v2/account/codes/payments', { body: { code, subscriptionId, amount } });
    onClose();
    if (result.ok) await onPaid(result.data);
    else {
      showError(result.problem);
      // It may have been paid nevertheless, if the answer was lost.
      await refresh();
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      mustDecide
      onClose={onClose}
      title={m.plan_code_title(wordsOf(offered))}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.plan_code_no()}
          </Button>
          <Button waiting={busy} onClick={() => void pay()}>
            {m.plan_code_yes()}
          </Button>
        </>
      }
    >
      <ul className={style.list}>
        <li>{m.plan_code_pays(wordsOf(offered))}</li>
        <li>{m.plan_code_left(wordsOf(offered))}</li>
        <li>{m.plan_code_renews_after()}</li>
      </ul>
    </Dialog>
  );
}

const wordsOf = ({ planName: plan, from, until, amountFormatted: amount, leftFormatted: left }: PaidByCode) => ({
  plan,
  from: longDay(from),
  until: longDay(until),
  amount,
  left,
});
