import { useWatch } from 'react-hook-form';
import type { FamilyForm } from '#web/fields/family/family-form.ts';
import { InvitePreview } from '#web/inviting/InvitePreview.tsx';
import { loadTypedPreview } from '../invite-calls.ts';
import { typedName } from './typed-name.ts';

/** Beside step 2: the invite with the name currently typed. */
export function TypedInvite({ of }: { of: FamilyForm }) {
  const { firstName, email = '' } = useWatch({ control: of.form.control, name: 'coParent' });
  return <InvitePreview firstName={typedName(firstName)} email={email} paid={false} load={loadTypedPreview} />;
}
