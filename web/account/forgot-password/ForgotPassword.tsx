import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AskForLink } from './AskForLink.tsx';
import { SetPassword } from './SetPassword.tsx';

const tokenIn = (hash: string) => /^#token=([A-Za-z0-9_-]{20,128})$/.exec(hash)?.[1] ?? null;

/** Asks for a link to a new password, or, come by such a link, sets it. The token leaves the address bar and history at once. */
export function Screen() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const brought = tokenIn(hash);
  if (brought !== null && brought !== token) setToken(brought);
  useEffect(() => {
    if (brought !== null) void navigate(pathname, { replace: true });
  }, [brought, pathname, navigate]);
  return token === null ? <AskForLink /> : <SetPassword key={token} token={token} onAskAgain={() => setToken(null)} />;
}
