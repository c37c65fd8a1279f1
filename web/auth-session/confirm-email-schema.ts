import * as z from 'zod/mini';
import { textedCode } from '#contract/profile.ts';

export const confirmEmailSchema = z.object({ code: textedCode });
