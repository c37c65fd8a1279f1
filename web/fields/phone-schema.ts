import * as z from 'zod/mini';
import { ownPhone } from '#contract/profile.ts';

/** A form of one's own phone. */
export const phoneSchema = z.object({ phone: ownPhone });
