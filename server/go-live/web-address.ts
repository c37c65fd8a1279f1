import { codeOf, type Found } from './check.ts';

type Unreached = 'name' | 'certificate' | 'silent';

/** What a failed request says about the address, by the error's code. */
export function unreachedBy(code: string): Unreached {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  return /CERT|SSL|TLS|SIGNATURE/.test(code) ? 'certificate' : 'silent';
}

/** Whether a site is ready at each of its addresses, as people reach it: over DNS, proxy and certificate. */
export async function addressProblem(origins: readonly string[]): Promise<Found<Unreached | 'unready'>> {
  for (const origin of origins)
    try {
      const answer = await fetch(new URL('/readyz', origin), {
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      });
      await answer.body?.cancel();
      if (!answer.ok) return { cause: 'unready', detail: `${origin} answers ${answer.status}` };
    } catch (error) {
      return { cause: unreachedBy(codeOf(error)), detail: origin };
    }
  return null;
}

/** The instant by the clock of the server at `address`, in ms. */
export async function timeAt(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  await answer.body?.cancel();
  return Date.parse(answer.headers.get('date') ?? '');
}
