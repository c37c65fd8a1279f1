import * as z from 'zod/mini';

/** Accepts any text: only the server knows the codes. */
export const resumeSchema = z.object({ code: z.string() });
