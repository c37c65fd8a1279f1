import { paths } from '#contract/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { joinAddress } from '../addresses.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { ProblemPage } from './ProblemPage.tsx';

/** Stands in for a screen of the table in routes whose folder does not exist yet. */
export function Screen() {
  return (
    <ProblemPage
      heading={m.chrome_unbuilt_title()}
      actions={<ButtonLink to={joinAddress(paths.landing)}>{m.chrome_to_start()}</ButtonLink>}
    >
      <p>{m.chrome_unbuilt_text()}</p>
    </ProblemPage>
  );
}
