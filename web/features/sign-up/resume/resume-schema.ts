import * as z from 'zod/mini';

/** Whatever is typed: the server knows which codes there are. */
export const resumeSchema = z.object({ code: z.string() });
