import { m } from '#messages/messages.js';
import type { Further, FurtherValues } from './further.ts';

/** Whose credentials are set; the password must not contain these values. */
export type CredentialsOwner = {
  firstName: string;
  lastName: string;
  email: string;
  invited: boolean;
  /** What a mailed link needs besides. */
  further?: Further | null | undefined;
};

export type CredentialsInput = FurtherValues & {
  username: string;
  password: string;
  referral?: { selection: string; other: string };
  security?: { securityQuestion: string; securityAnswer: string; securityCode: string; confirmCode: string };
};

export function credentialsDefaults({ invited }: Pick<CredentialsOwner, 'invited'>): CredentialsInput {
  const empty = { username: '', password: '' };
  if (!invited) return empty;
  return {
    ...empty,
    referral: { selection: '', other: '' },
    security: { securityQuestion: '', securityAnswer: '', securityCode: '', confirmCode: '' },
  };
}

export const credentialsLabels = {
  username: () => m.ui_username(),
  password: () => m.ui_password(),
  'referral.selection': () => m.ui_referral(),
  'referral.other': () => m.your_details_referral_other(),
  'security.securityQuestion': () => m.ui_security_question(),
  'security.securityAnswer': () => m.ui_security_answer(),
  'security.securityCode': () => m.credentials_security_code(),
  'security.confirmCode': () => m.credentials_confirm_code(),
};
