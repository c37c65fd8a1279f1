import { useParams } from 'react-router';
import { PracticeStep } from '#web/features/professional/sign-up/PracticeStep.tsx';
import { ProfessionalDots } from '#web/features/professional/sign-up/ProfessionalDots.tsx';
import { SecurityStep } from '#web/features/professional/sign-up/SecurityStep.tsx';
import { SubmitError } from '#web/features/professional/sign-up/SubmitError.tsx';
import { Success } from '#web/features/professional/sign-up/Success.tsx';
import { noSecrets } from '#web/features/professional/sign-up/sign-up-forms.ts';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import type { MockState } from '../../mock-state.ts';
import { countryAnswers } from '../../payment-fixtures.ts';
import { states as firstSteps } from './pro-sign-up.tsx';

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

/** The later steps and outcomes, each before any input. */
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
