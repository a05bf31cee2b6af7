import { textOf, type Text } from './text.ts';
import type en from './messages/en.ts';

export type BaseText = Text<typeof en>;

/** The texts of the shell and the components. */
export const useBaseText = textOf<typeof en>({
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
  de: () => import('./messages/de.ts'),
  fr: () => import('./messages/fr.ts'),
});
