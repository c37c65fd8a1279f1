import { type PasswordContext, type PasswordRule, passwordRules } from '#contract/sign-in/password-rules.ts';
import { m } from '#messages/messages.js';
import { Icon } from '#web/ui/Icon.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './PasswordChecklist.module.css';

const texts: Record<PasswordRule['key'], () => string> = {
  length: () => m.credentials_rule_length(),
  letter: () => m.credentials_rule_letter(),
  number: () => m.credentials_rule_number(),
  special: () => m.credentials_rule_special(),
  not_username: () => m.credentials_rule_not_username(),
  not_email: () => m.credentials_rule_not_email(),
  not_name: () => m.credentials_rule_not_name(),
  not_common: () => m.credentials_rule_not_common(),
};

/** The rules that a password does not meet yet, as the list shows them. */
export function unmetRules(password: string, context: PasswordContext): string[] {
  return passwordRules.filter(({ met }) => !met(password, context)).map(({ key }) => texts[key]());
}

/** Each password rule with a mark for met or not, updated while typing. */
export function PasswordChecklist({
  id,
  password,
  context,
}: {
  id: string;
  password: string;
  context: PasswordContext;
}) {
  return (
    <ul id={id} className={style.rules} aria-label={m.credentials_rules()}>
      {passwordRules.map(({ key, met }) => {
        const isMet = met(password, context);
        return (
          <li key={key} className={style.rule} data-met={isMet || undefined}>
            {isMet ? (
              <Icon path="m4 10.5 4 4 8-9" />
            ) : (
              <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
                <circle cx="10" cy="10" r="6" fill="none" stroke="currentColor" strokeWidth="2" />
              </svg>
            )}
            <span>
              {texts[key]()}
              <VisuallyHidden>, {isMet ? m.credentials_rule_met() : m.credentials_rule_unmet()}</VisuallyHidden>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
