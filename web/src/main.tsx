/** The front doors: pages open to everybody (login among them), and the desktop client for all the rest. */
import './oldBrowsers';
import { screens } from 'virtual:screens/open';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { watchScriptErrors } from '@/api/errorLog';
import { joinSession, shareSession } from '@/api/sharedSession';
import { applyTheme } from '@/ui/palette';
import 'antd/dist/reset.css';
import '@/ui/base.css';

applyTheme();
watchScriptErrors();
shareSession();

// What the desktop fetches first needs the session, also one that another tab hands over.
const DesktopApp = lazy(() => joinSession().then(() => import('@/shell/DesktopApp')));

const openPages = screens.flatMap((row) => (row.page ? [{ path: row.path, Page: lazy(row.page) }] : []));

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    {/* A click on a tab is answered at once: as a transition it would wait for whatever else is being drawn. */}
    <BrowserRouter useTransitions={false}>
      <Suspense fallback={null}>
        <Routes>
          {openPages.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="/*" element={<DesktopApp />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  </StrictMode>,
);
