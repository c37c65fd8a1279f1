import type { ScreenRoute } from '#web/navigation/screen-route.ts';
import { Announcements } from './Announcements.tsx';
import { Codes } from './Codes.tsx';
import { EventEndpoint } from './EventEndpoint.tsx';
import { EventEndpoints } from './EventEndpoints.tsx';
import { Experiment } from './growth/Experiment.tsx';
import { Experiments } from './growth/Experiments.tsx';
import { Funnel } from './growth/Funnel.tsx';
import { Home } from './Home.tsx';
import { Person } from './Person.tsx';
import { PriceVersion } from './PriceVersion.tsx';
import { PriceVersions } from './PriceVersions.tsx';
import { Proposals } from './Proposals.tsx';
import { Queue } from './Queue.tsx';
import { Queues } from './Queues.tsx';
import { SignedIn } from './SignedIn.tsx';
import { SignedInOnly, StaffFrame } from './StaffFrame.tsx';
import { StaffMessage } from './StaffMessage.tsx';
import { Switches } from './Switches.tsx';

const NoSuchPage = () => <StaffMessage heading="There is no such page" />;

/** The console's screens. English only, because only staff read them. */
export const staffScreens: ScreenRoute[] = [
  {
    Component: StaffFrame,
    children: [
      { path: '/signed-in', Component: SignedIn },
      {
        Component: SignedInOnly,
        children: [
          { path: '/', Component: Home },
          { path: '/people/:userId', Component: Person },
          { path: '/queues', Component: Queues },
          { path: '/queues/:queue', Component: Queue },
          { path: '/codes', Component: Codes },
          { path: '/announcements', Component: Announcements },
          { path: '/switches', Component: Switches },
          { path: '/prices', Component: PriceVersions },
          { path: '/prices/:number', Component: PriceVersion },
          { path: '/experiments', Component: Experiments },
          { path: '/experiments/:key', Component: Experiment },
          { path: '/funnel', Component: Funnel },
          { path: '/events', Component: EventEndpoints },
          { path: '/events/:endpointId', Component: EventEndpoint },
          { path: '/to-confirm', Component: Proposals },
        ],
      },
      { path: '*', Component: NoSuchPage },
    ],
  },
];
