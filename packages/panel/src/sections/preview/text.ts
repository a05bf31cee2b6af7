import { textOf } from '../../i18n/text.ts';
import type en from './messages/en.ts';

export const useText = textOf<typeof en>({
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
  de: () => import('./messages/de.ts'),
  fr: () => import('./messages/fr.ts'),
});
