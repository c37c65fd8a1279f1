export { Screen } from '#web/features/account/settings/ReachPage.tsx';
export { reachStates as states } from './account-settings.tsx';
