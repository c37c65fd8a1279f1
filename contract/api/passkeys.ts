import * as z from 'zod/mini';
import { characterCount, normaliseText } from '../fields/typed-text.ts';

/** What browsers send for a passkey (WebAuthn 3, 5.1.8), each part limited to what authenticators create. */
const part = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[A-Za-z0-9_-]*$/));
const transports = z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)));

const credential = {
  id: part(1_400),
  rawId: part(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

export const passkeyCreation = z.object({
  ...credential,
  response: z.object({ clientDataJSON: part(4_000), attestationObject: part(16_000), transports }),
});

export type PasskeyCreation = z.output<typeof passkeyCreation>;

export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part(4_000),
    authenticatorData: part(4_000),
    signature: part(6_000),
    userHandle: z.optional(part(100)),
  }),
});

export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A code of the authenticator app, or a recovery code in its place. */
export const factorCode = z.string().check(z.maxLength(40));

/** The name by which its owner recognises it: "My phone". */
export const passkeyName = z.string().check(
  z.overwrite(normaliseText),
  z.refine((name) => characterCount(name) >= 1 && characterCount(name) <= 60),
);
