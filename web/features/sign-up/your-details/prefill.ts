import * as z from 'zod/mini';
import { email, name, phoneCountryCode, phoneNumber } from '#contract/fields/fields.ts';
import { decodeBase64url } from '#web/join-session/link-parameters.ts';

const withPlus = z.pipe(
  z.pipe(
    z.string(),
    z.transform((code: string) => (code.startsWith('+') ? code : `+${code}`)),
  ),
  phoneCountryCode,
);

/** What a link may prefill; all members are optional. */
const prefill = z.object({
  firstName: z.optional(name),
  lastName: z.optional(name),
  email: z.optional(email),
  countryCode: z.optional(withPlus),
  phoneNumber: z.optional(phoneNumber),
});

export type Prefill = z.output<typeof prefill>;

/** Details from `?prefill=` (base64url of JSON); ignored entirely if they do not match the schema. */
export function parsePrefill(encoded: string | null): Prefill {
  const text = encoded === null ? null : decodeBase64url(encoded);
  if (text === null) return {};
  try {
    const result = prefill.safeParse(JSON.parse(text));
    return result.success ? result.data : {};
  } catch {
    return {};
  }
}
