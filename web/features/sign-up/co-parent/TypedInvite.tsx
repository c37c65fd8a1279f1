import { useWatch } from 'react-hook-form';
import { name } from '#contract/fields.ts';
import type { FamilyForm } from '#web/fields/family/family-form.ts';
import { InvitePreview } from '#web/inviting/InvitePreview.tsx';
import { loadTypedPreview } from '../invite-calls.ts';

/** Beside step 2: the invite with the name currently typed. */
export function TypedInvite({ of }: { of: FamilyForm }) {
  const { firstName, email = '' } = useWatch({ control: of.form.control, name: 'coParent' });
  const typed = name.safeParse(firstName);
  return (
    <InvitePreview firstName={typed.success ? typed.data : ''} email={email} paid={false} load={loadTypedPreview} />
  );
}
