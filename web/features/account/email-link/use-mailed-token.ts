import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '#web/navigation/NavigationView.tsx';

const tokenIn = (hash: string) => /^#token=([A-Za-z0-9_-]{20,128})$/.exec(hash)?.[1] ?? null;

/** The token of a mailed link, removed at once from address bar and history. Null if there is none. */
export function useMailedToken(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const tokenFromLink = tokenIn(hash);
  if (tokenFromLink !== null && tokenFromLink !== token) setToken(tokenFromLink);
  useEffect(() => {
    if (tokenFromLink !== null) void navigate(pathname, { replace: true });
  }, [tokenFromLink, pathname, navigate]);
  return tokenFromLink ?? token;
}
