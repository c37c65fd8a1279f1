import type { FamilyMember } from '#contract/api/invites/invites.ts';
import { memberColors } from '../identity/user-repository.ts';

type MemberName = { id: string; firstName: string; lastName: string };
type Family = { parents: readonly (MemberName & { color: string })[]; children: readonly MemberName[] };

const firstLetter = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '';

/** `Þóra Ruiz` → `ÞR`; a child with one name has one letter. */
export function initialsOf({ firstName, lastName }: Pick<MemberName, 'firstName' | 'lastName'>): string {
  return `${firstLetter(firstName)}${firstLetter(lastName)}`;
}

function member({ id, firstName, lastName }: MemberName, color: string): FamilyMember {
  return { userId: id, firstName, lastName, color, displayInitials: initialsOf({ firstName, lastName }) };
}

/** Names, initials and colours of a family: parents in theirs, children cycle through the rest. */
export function presentFamily({ parents, children }: Family): FamilyMember[] {
  const left = memberColors.slice(2);
  return [
    ...parents.map((parent) => member(parent, parent.color)),
    ...children.map((child, index) => member(child, left[index % left.length] ?? memberColors[0])),
  ];
}
