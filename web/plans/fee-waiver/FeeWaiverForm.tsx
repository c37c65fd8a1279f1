import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { FeeWaiverReason } from '#contract/account/fee-waiver.ts';
import { feeWaiverAnswerDays as days, feeWaiverReasons } from '#contract/account/fee-waiver.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { applyProblem } from '#web/api/apply-problem.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { bootData } from '#web/site/boot.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ChoiceGroup } from '#web/ui/form/ChoiceGroup.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import type { FeeWaiverValues } from './fee-waiver-schema.ts';

/** Resolves to null if the request was accepted. */
export type RequestFeeWaiver = (values: FeeWaiverValues) => Promise<CallProblem | null>;
type Outcome = 'asked' | CallProblem['code'];

const reasons: Record<FeeWaiverReason, () => string> = {
  LOW_INCOME: () => m.fee_waiver_reason_low_income(),
  PUBLIC_BENEFITS: () => m.fee_waiver_reason_public_benefits(),
  LEGAL_AID: () => m.fee_waiver_reason_legal_aid(),
  COURT_ORDER: () => m.fee_waiver_reason_court_order(),
};

type Props = {
  requestFeeWaiver: RequestFeeWaiver;
  /** Left out if there is nothing to close. */
  onClose?: (() => void) | undefined;
  /** For a person without mail: how to turn it on again. */
  noMail: (params: { phone: string }) => string;
  /** With an account: why a request was rejected, by error code. */
  refusals?: Partial<Record<Outcome, string>> | undefined;
};

/** Requests a year without charge by a choice of reasons, without free text; then shows the outcome. */
export function FeeWaiverForm({ requestFeeWaiver, onClose, noMail, refusals }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const outcomeTexts: Props['refusals'] = {
    ...refusals,
    asked: m.fee_waiver_asked({ days }),
    FORBIDDEN: noMail({ phone: supportPhone(bootData().siteCountry).display }),
  };
  return (
    <>
      {outcome === null ? (
        <RequestForm requestFeeWaiver={requestFeeWaiver} onClose={onClose} refusals={refusals} onDone={setOutcome} />
      ) : (
        !refusals?.[outcome] && <p>{m.fee_waiver_private()}</p>
      )}
      <div role="status">
        {outcome !== null && (
          <Notice tone={outcome === 'asked' ? 'success' : 'neutral'}>
            <p>{outcomeTexts[outcome]}</p>
          </Notice>
        )}
      </div>
      {outcome !== null && onClose && (
        <Actions>
          <Button onClick={onClose}>{m.ui_close()}</Button>
        </Actions>
      )}
    </>
  );
}

type RequestFormProps = Pick<Props, 'requestFeeWaiver' | 'onClose' | 'refusals'> & {
  onDone: (outcome: Outcome) => void;
};

function RequestForm({ requestFeeWaiver, onClose, refusals, onDone }: RequestFormProps) {
  const form = useContractForm<{ reason: string; courtOrder: string }, FeeWaiverValues>({
    schema: lateSchema(
      () => import('./fee-waiver-schema.ts'),
      ({ feeWaiverSchema }) => feeWaiverSchema,
    ),
    defaultValues: { reason: '', courtOrder: '' },
    labels: { reason: () => m.fee_waiver_reason(), courtOrder: () => m.fee_waiver_court_order() },
    onSubmit: async (values): Promise<void> => {
      const problem = await requestFeeWaiver(values);
      if (problem === null) onDone('asked');
      else if (problem.code === 'FORBIDDEN' || refusals?.[problem.code]) onDone(problem.code);
      else applyProblem(form, problem);
    },
  });
  const { reason } = useWatch({ control: form.form.control });
  return (
    <Form of={form}>
      <p>{refusals ? m.fee_waiver_text_account({ days }) : m.fee_waiver_text({ days })}</p>
      <p>{m.fee_waiver_private()}</p>
      <ChoiceGroup
        {...form.field('reason')}
        choices={feeWaiverReasons.map((value) => ({ value, label: reasons[value]() }))}
      />
      {reason === 'COURT_ORDER' && (
        <TextField {...form.field('courtOrder')} optional autoComplete="off" hint={m.fee_waiver_court_order_hint()} />
      )}
      <Actions>
        <Submit of={form}>{m.fee_waiver_send()}</Submit>
        {onClose && (
          <Button variant="link" onClick={onClose}>
            {m.ui_close()}
          </Button>
        )}
      </Actions>
    </Form>
  );
}

/** The form in a dialog above the plans. */
export default function FeeWaiverDialog({
  requestFeeWaiver,
  onClose,
}: {
  requestFeeWaiver: RequestFeeWaiver;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title={m.fee_waiver_title()}>
      <FeeWaiverForm requestFeeWaiver={requestFeeWaiver} onClose={onClose} noMail={m.fee_waiver_no_mail} />
    </Dialog>
  );
}
