import * as z from 'zod/mini';
import { languages } from '#contract/fields/languages.ts';
import { username } from '#contract/sign-in/credentials.ts';
import type { UserRole } from '#contract/sign-in/home-redirect.ts';
import { securityOf } from '#contract/sign-in/security.ts';

export const languageSchema = z.object({ language: z.enum(languages) });
export const usernameSchema = z.object({ username });
export const securitySchema = (role: UserRole) => z.object({ security: securityOf(role) });
