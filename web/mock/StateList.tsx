import { Link, useLoaderData } from 'react-router';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { mockScreens } from './screens.ts';

type Listed = { name: string; states: string[] };

/** Names of screens and states, for people and for the tests that walk them. */
export async function loader(): Promise<Listed[]> {
  const entries = Object.entries(mockScreens).map(async ([name, load]) => ({
    name,
    states: Object.keys((await load()).states),
  }));
  return Promise.all(entries);
}

/** All mock screens. Each opens in a page of its own, because it replaces what the page knows and asks. */
export function Component() {
  const screens = useLoaderData<Listed[]>();
  return (
    <>
      <PageHeading>Mock</PageHeading>
      {screens.map(({ name, states }) => (
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
