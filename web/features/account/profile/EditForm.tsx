import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { m } from '#messages/messages.js';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';

type Props<Input extends FieldValues, Output> = {
  of: ContractForm<Input, Output>;
  /** What differs from the form's own labels. */
  labels?: ComponentProps<typeof Form>['labels'];
  /** The button's text, if it does not save at once. */
  label?: string;
  onCancel: () => void;
  children: ReactNode;
};

/** A part of the profile while it is edited, with the buttons to save or cancel. */
export function EditForm<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { of, labels, label, onCancel, children } = props;
  return (
    <Form of={of} {...(labels && { labels })}>
      {children}
      <Actions>
        <Submit of={of}>{label ?? m.ui_save()}</Submit>
        <Button variant="quiet" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      </Actions>
    </Form>
  );
}
