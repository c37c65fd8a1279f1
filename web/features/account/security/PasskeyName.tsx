import { m } from '#messages/messages.js';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';

type Values = { name: string };
type Props = { name: string; onSave: (name: string) => Promise<void>; onCancel?: () => void; save?: string };

/** The form for a passkey's name. */
export function PasskeyName({ name, onSave, onCancel, save }: Props) {
  const form = useContractForm<Values, Values>({
    schema: lateSchema(
      () => import('./factor-schemas.ts'),
      ({ passkeyNameSchema }) => passkeyNameSchema,
    ),
    defaultValues: { name },
    labels: { name: () => m.second_factors_name() },
    onSubmit: (values) => onSave(values.name),
  });
  return (
    <Form of={form}>
      <TextField {...form.field('name')} hint={m.second_factors_name_hint()} autoComplete="off" />
      <Actions>
        <Submit of={form}>{save ?? m.ui_save()}</Submit>
        {onCancel && (
          <Button variant="link" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        )}
      </Actions>
    </Form>
  );
}
