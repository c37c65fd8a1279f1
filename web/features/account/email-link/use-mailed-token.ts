import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '#web/navigation/NavigationView.tsx';

const tokenIn = (hash: string) => /^#token=([A-Za-z0-9_-]{20,128})$/.exec(hash)?.[1] ?? null;

/** The token of a mailed link: it leaves the address bar and the history at once. Null where there is none. */
export function useMailedToken(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const brought = tokenIn(hash);
  if (brought !== null && brought !== token) setToken(brought);
  useEffect(() => {
    if (brought !== null) void navigate(pathname, { replace: true });
  }, [brought, pathname, navigate]);
  return brought ?? token;
}
