import { Link } from 'react-router';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { mockScreens } from './screens.ts';

let listed: { name: string; states: string[] }[] = [];

/** Names of screens and states, for people and for the tests that open them; before the list is shown. */
export async function listStates(): Promise<null> {
  const entries = Object.entries(mockScreens).map(async ([name, load]) => ({
    name,
    states: Object.keys((await load()).states),
  }));
  listed = await Promise.all(entries);
  return null;
}

/** All mock screens. Each opens in a new page, because it replaces boot data and API responses. */
export function Screen() {
  return (
    <>
      <PageHeading>Mock</PageHeading>
      {listed.map(({ name, states }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {states.map((state) => (
              <li key={state}>
                <Link reloadDocument to={`/join/mock/${name}/${state}`}>
                  {state}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
