import type { ReactNode } from 'react';
import { linkFragment } from '#contract/sign-in/mailed-link.ts';
import { m } from '#messages/messages.js';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { Actions } from '#web/ui/Button.tsx';
import { Form, Submit } from '#web/ui/form/Form.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useContractForm } from '#web/ui/form/use-contract-form.ts';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';

type Props = {
  /** The names of the link's secrets, in the order in which the mail's code has them. */
  names: readonly string[];
  /** Replaces the text that the link is incomplete. */
  subtitle?: string;
  /** Another way to the same result, for a user who no longer has the mail. */
  children: ReactNode;
};

/** Replaces a page whose mailed link lost its secrets: explains that, and accepts the code of the same mail. */
export function MailedCode({ names, subtitle = m.mailed_code_text(), children }: Props) {
  const navigate = useNavigate();
  const form = useContractForm<{ code: string }, { code: string }>({
    schema: lateSchema(
      () => import('./mailed-code-schema.ts'),
      ({ mailedCodeSchema }) => mailedCodeSchema,
    ),
    defaultValues: { code: '' },
    labels: { code: () => m.mailed_code_label() },
    onSubmit: async ({ code }): Promise<void> => {
      const hash = linkFragment(code, names);
      if (hash !== null) return navigate({ hash }, { replace: true });
      form.form.setError('code', { type: 'server', message: m.mailed_code_wrong() }, { shouldFocus: true });
    },
  });
  return (
    <div className={layout.message}>
      <PageHeading subtitle={subtitle}>{m.mailed_code_heading()}</PageHeading>
      <Form of={form}>
        <TextField
          {...form.field('code')}
          hint={m.mailed_code_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Actions>
          <Submit of={form}>{m.ui_continue()}</Submit>
        </Actions>
      </Form>
      {children}
    </div>
  );
}
