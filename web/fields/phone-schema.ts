import * as z from 'zod/mini';
import { ownPhone } from '#contract/account/profile.ts';

/** A form of one's own phone. */
export const phoneSchema = z.object({ phone: ownPhone });
