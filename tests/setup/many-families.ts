import { newId } from '#server/new-id.ts';
import type { SignedIn } from './professional.ts';
import type { TestSite } from './site.ts';

/** Families in the database at once, as many calls would have opened them. */
export async function fillCases(
  { dependencies: { db }, clock }: TestSite,
  { userId }: Pick<SignedIn, 'userId'>,
  count: number,
) {
  const at = clock.now();
  const families = Array.from({ length: count }, (_, position) => ({
    id: newId(at),
    pricingGroup: 'P0',
    createdByProfessionalId: userId,
    createdAt: at,
    position,
  }));
  const rows = families.map(({ position: _, ...family }) => family);
  const people = families.flatMap(({ id, position }) =>
    (['PARENT_A', 'PARENT_B'] as const).map((role) => ({
      id: newId(at),
      familyId: id,
      role,
      status: 'INVITED' as const,
      firstName: role === 'PARENT_A' ? 'Inés' : 'Óscar',
      lastName: `Núñez ${position}`,
      email: `${role}.${position}@example.com`,
      emailNormalised: `${role}.${position}@example.com`.toLowerCase(),
      phoneCountryCode: '+1',
      phoneNumber: '',
      language: 'en' as const,
      color: '#F2B261',
      createdByProfessionalId: userId,
      createdAt: at,
      updatedAt: at,
    })),
  );
  const children = families.map(({ id }) => ({
    id: newId(at),
    familyId: id,
    position: 0,
    firstName: 'Ana',
    lastName: '',
    email: '',
  }));
  for (let from = 0; from < count; from += 500) {
    await db
      .insertInto('families')
      .values(rows.slice(from, from + 500))
      .execute();
    await db
      .insertInto('users')
      .values(people.slice(from * 2, (from + 500) * 2))
      .execute();
    await db
      .insertInto('children')
      .values(children.slice(from, from + 500))
      .execute();
  }
}
