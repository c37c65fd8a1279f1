import * as z from 'zod/mini';
import { email } from '#contract/fields/fields.ts';

/** A form of one e-mail address. */
export const emailSchema = z.object({ email });
