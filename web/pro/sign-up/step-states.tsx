import { useParams } from 'react-router';
import type { MockState } from '../../mock/mock-state.ts';
import { countryAnswers } from '../../mock/payment-fixtures.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { PracticeStep } from './PracticeStep.tsx';
import { ProfessionalDots } from './ProfessionalDots.tsx';
import { SecurityStep } from './SecurityStep.tsx';
import layout from '../../ui/layout.module.css';
import { noSecrets } from './sign-up-forms.ts';
import { states as firstSteps } from './states.tsx';
import { SubmitError } from './SubmitError.tsx';
import { Success } from './Success.tsx';

const nothing = () => undefined;
const created = {
  userId: '01930000-0000-7000-8000-000000000001',
  name: { title: 'HON', firstName: 'María de los Ángeles', lastName: "O'Brien-Þórsson", credentials: 'JD, LL.M.' },
  email: 'a-rather-long-address-for-narrow-screens@court.example',
  practiceName: 'Family Court of Hennepin County',
};

const screens: Record<string, () => React.ReactNode> = {
  practice: () => (
    <>
      <ProfessionalDots current="TWO" onOpen={nothing} />
      <PracticeStep onDone={nothing} onBack={nothing} />
    </>
  ),
  security: () => (
    <>
      <ProfessionalDots current="THREE" onOpen={nothing} />
      <SecurityStep secrets={noSecrets} onSecrets={nothing} onDone={async () => undefined} onBack={nothing} />
    </>
  ),
  error: () => <SubmitError waiting={false} onRetry={nothing} onBack={nothing} />,
  'error-tried-again': () => <SubmitError waiting onRetry={nothing} onBack={nothing} />,
  success: () => <Success created={created} />,
  'success-without-lists': () => (
    <Success created={{ ...created, name: { ...created.name, title: 'A_TITLE_OF_TOMORROW' } }} />
  ),
};
const withHeading = new Set(['practice', 'security']);

/** The steps after the first, and what they lead to, each as it stands before anything is pressed. */
export function Screen() {
  const name = useParams()['state'] ?? '';
  return (
    <div className={layout.page}>
      {withHeading.has(name) && <PageHeading>{name}</PageHeading>}
      {screens[name]?.()}
    </div>
  );
}

const answers = { ...firstSteps['fresh']?.answers, ...countryAnswers };
export const states: Record<string, MockState> = {
  ...Object.fromEntries(Object.keys(screens).map((name) => [name, { answers }])),
  'success-without-lists': { answers: firstSteps['offline']?.answers ?? {} },
};
