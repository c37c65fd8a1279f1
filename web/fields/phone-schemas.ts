import * as z from 'zod/mini';
import { ownPhone, textedCode } from '#contract/profile.ts';

/** A form of one's own phone, and that of the code texted to it. */
export const phoneSchema = z.object({ phone: ownPhone });
export const textedCodeSchema = z.object({ code: textedCode });
