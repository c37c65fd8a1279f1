import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { secretsOf } from '#contract/sign-in/mailed-link.ts';
import { useNavigate } from './NavigationView.tsx';

/**
 * The secrets of a mailed link, or the code of a scanned one, removed at once from address bar and history. Null if
 * there are none. Another link opened in the same tab replaces them.
 */
export function useMailedSecrets(...names: string[]): string[] | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secrets, setSecrets] = useState<string[] | null>(null);
  const found = secretsOf(hash, names);
  if (found !== null && found.join() !== secrets?.join()) setSecrets(found);
  const isFound = found !== null;
  useEffect(() => {
    if (isFound) void navigate(pathname + search, { replace: true });
  }, [isFound, pathname, search, navigate]);
  return found ?? secrets;
}
