import * as z from 'zod/mini';
import { username } from '#contract/credentials.ts';
import { languages } from '#contract/languages.ts';
import { security } from '#contract/security.ts';

export const languageSchema = z.object({ language: z.enum(languages) });
export const usernameSchema = z.object({ username });
export const securitySchema = z.object({ security });
