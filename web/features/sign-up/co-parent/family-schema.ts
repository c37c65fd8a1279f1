import { familyOf } from '#contract/sign-up/family.ts';
import { ofNamedChildren } from '#web/fields/family/named-children-schema.ts';
import type { JoinSession } from '#web/join-session/join-session.ts';

/**
 * The rules of step 2 for this session's parent: nobody may share contact data with another person (specification 5.2).
 */
export function familySchema({ stepOneValues }: Pick<JoinSession, 'stepOneValues'>) {
  const { email = '', countryCode = '', phoneNumber = '' } = stepOneValues ?? {};
  return ofNamedChildren(familyOf({ email, phoneCountryCode: countryCode, phoneNumber }));
}
