import type { ProfileView } from '#contract/api/profile.ts';
import type { Language } from '#contract/fields/languages.ts';

/** Props of every form of the profile. */
export type EditProps = {
  profile: ProfileView;
  onSaved: (next: ProfileView) => Promise<void>;
  onCancel: () => void;
};

/** Each language by its own name. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' };
