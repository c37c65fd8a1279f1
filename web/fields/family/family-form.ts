import type { Family, FamilyInput } from '#contract/sign-up/family.ts';
import { m } from '#messages/messages.js';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';

/** Shared by step 2 and the account, which submit different values. */
export type FamilyForm<Output = Family> = ContractForm<FamilyInput, Output>;

export const newChild = { firstName: '', lastName: '', email: '' };

const childNumber = (position: number) => ({ number: String(position + 1) });

export const familyLabels = {
  'coParent.firstName': () => m.ui_first_name(),
  'coParent.lastName': () => m.ui_last_name(),
  'coParent.email': () => m.co_parent_email(),
  'coParent.phoneCountryCode': () => m.ui_country_code(),
  'coParent.phoneNumber': () => m.co_parent_phone(),
  knowsCoParentEmail: () => m.co_parent_no_email(),
  children: () => m.co_parent_children_heading(),
  'children.firstName': (position: number) => m.co_parent_child_first_name(childNumber(position)),
  'children.lastName': (position: number) => m.co_parent_child_last_name(childNumber(position)),
  'children.email': (position: number) => m.co_parent_child_email(childNumber(position)),
};
