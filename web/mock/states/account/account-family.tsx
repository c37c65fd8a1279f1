export { Screen } from '#web/features/account/settings/Family.tsx';
export { familyStates as states } from './account-settings.tsx';
