import './styles/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { createQueries } from './api/queries.ts';
import { App } from './app.tsx';
import { ToastProvider } from './components/toast.tsx';
import { LocaleProvider } from './i18n/locale.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
createRoot(document.querySelector('#panel')!).render(
  <StrictMode>
    {/* The policy of the page forbids style elements; ours are in files. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={createQueries()}>
        <LocaleProvider>
          <Suspense fallback={null}>
            <ToastProvider>
              <Router base="/panel">
                <App />
              </Router>
            </ToastProvider>
          </Suspense>
        </LocaleProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
