import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { IconName } from '../components/icon.tsx';

export interface Section {
  /** In the address, `/panel/{tenant}/{name}`, and in the catalogue as `section_{name}`. */
  name: 'overview' | 'suggestions' | 'opportunities' | 'preview' | 'rules' | 'catalogue' | 'settings';
  icon: IconName;
  /** Loaded when it is first opened. Draws a `<Page>`; its own routes are below its name. */
  Content: LazyExoticComponent<ComponentType>;
}

/** In the order of the navigation; the first is where a shop opens. */
export const SECTIONS: readonly Section[] = [
  { name: 'overview', icon: 'overview', Content: lazy(() => import('./overview/index.tsx')) },
  { name: 'suggestions', icon: 'suggestions', Content: lazy(() => import('./suggestions/index.tsx')) },
  { name: 'opportunities', icon: 'opportunities', Content: lazy(() => import('./opportunities/index.tsx')) },
  { name: 'preview', icon: 'preview', Content: lazy(() => import('./preview/index.tsx')) },
  { name: 'rules', icon: 'rules', Content: lazy(() => import('./rules/index.tsx')) },
  { name: 'catalogue', icon: 'catalogue', Content: lazy(() => import('./catalogue/index.tsx')) },
  { name: 'settings', icon: 'settings', Content: lazy(() => import('./settings/index.tsx')) },
];

/** The person's own: password and sessions. Not in the navigation but in the menu of the account. */
export const AccountPage = lazy(() => import('./account/index.tsx'));
