import * as z from 'zod/mini';
import { typed } from '../sign-in/sign-in-form.ts';

/** The input of a check: no error reveals a code's format. */
export const proofCheck = z.object({ code: typed });
