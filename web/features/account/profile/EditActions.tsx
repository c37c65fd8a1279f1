import type { FieldValues } from 'react-hook-form';
import { m } from '#messages/messages.js';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Submit } from '#web/ui/form/Form.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';

type Props<Input extends FieldValues, Output> = {
  of: ContractForm<Input, Output>;
  label?: string;
  onCancel: () => void;
};

/** The buttons to save or cancel an edit. */
export function EditActions<Input extends FieldValues, Output>({ of, label, onCancel }: Props<Input, Output>) {
  return (
    <Actions>
      <Submit of={of}>{label ?? m.ui_save()}</Submit>
      <Button variant="quiet" onClick={onCancel}>
        {m.ui_cancel()}
      </Button>
    </Actions>
  );
}
