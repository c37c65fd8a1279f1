import * as z from 'zod/mini';
import { textedCode } from '#contract/profile.ts';

export const textedCodeSchema = z.object({ code: textedCode });
