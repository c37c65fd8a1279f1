import type { CallProblem } from '#web/api/problem.ts';
import { showToast } from '#web/ui/toast-list.ts';

/** Says why a press did nothing. A session that ended is said by the window that asks for the login. */
export function showError({ code, message, validationErrors }: CallProblem): void {
  if (code === 'NOT_SIGNED_IN') return;
  showToast({ text: validationErrors[0]?.text || message, tone: 'error' });
}
