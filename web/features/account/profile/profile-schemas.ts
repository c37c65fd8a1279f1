import * as z from 'zod/mini';
import { username } from '#contract/credentials.ts';
import type { UserRole } from '#contract/home-redirect.ts';
import { languages } from '#contract/languages.ts';
import { securityOf } from '#contract/security.ts';

export const languageSchema = z.object({ language: z.enum(languages) });
export const usernameSchema = z.object({ username });
export const securitySchema = (role: UserRole) => z.object({ security: securityOf(role) });
