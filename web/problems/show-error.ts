import type { CallProblem } from '#web/api/problem.ts';
import { showToast } from '#web/ui/toast-list.ts';

/** Shows why an action failed. An ended session shows nothing here, because a dialog asks for the login. */
export function showError({ code, message, validationErrors }: CallProblem): void {
  if (code === 'NOT_SIGNED_IN') return;
  showToast({ text: validationErrors[0]?.text || message, tone: 'error' });
}
