import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { staffScreens } from './features/staff/screens.tsx';
import { NavigationView } from './navigation/NavigationView.tsx';
import { createNavigation } from './navigation/navigation.ts';

/** The console: a page and build of its own. No page of a parent loads any of its files. */
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root"');
const navigation = createNavigation({ routes: staffScreens, base: '/staff', page: window });
window.addEventListener('popstate', () => void navigation.followHistory());
void navigation.begin();
createRoot(root).render(
  <StrictMode>
    <NavigationView navigation={navigation} />
  </StrictMode>,
);
