import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { staffScreens } from './features/staff/screens.tsx';

/** The console: a page, a build and files of its own. No page of a parent loads any of them. */
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(staffScreens, { basename: '/staff' })} />
  </StrictMode>,
);
