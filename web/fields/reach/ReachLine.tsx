import { Suspense, useState } from 'react';
import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form';
import type { Reach } from '#contract/account/reach.ts';
import { m } from '#messages/messages.js';
import accordion from '#web/ui/Accordion.module.css';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { chevron, Icon } from '#web/ui/Icon.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';

/** Rarely opened, so its code loads on demand. */
const ReachFields = lazyPart(() => import('./ReachFields.tsx'));

type Props<Input extends FieldValues, Output> = { of: ContractForm<Input, Output>; at: Path<Input> };

/** An optional line: how the person may be contacted, before they have an account. */
export function ReachLine<Input extends FieldValues, Output>({ of: { form }, at }: Props<Input, Output>) {
  const [open, setOpen] = useState(false);
  const reach = useWatch({ control: form.control, name: at }) as Reach | undefined;
  return (
    // A native `details` element: it opens before the script has loaded (`typed-before.ts`).
    <details className={accordion.collapse} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={accordion.fold}>
        <span>{m.reach_question()}</span>
        <Icon className={accordion.chevron} path={chevron} />
      </summary>
      {open && (
        <Suspense fallback={null}>
          <ReachFields
            reach={reach}
            onChange={(value) => form.setValue(at, value as PathValue<Input, Path<Input>>)}
            joining
          />
        </Suspense>
      )}
    </details>
  );
}
