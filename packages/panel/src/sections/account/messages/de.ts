import type { Translation } from '../../../i18n/text.ts';
import type en from './en.ts';

export default {
  title: 'Konto',
  password: 'Passwort',
  password_none: 'Sie haben noch kein Passwort: Sie sind über einen Link gekommen.',
  current: 'Jetziges Passwort',
  next: 'Neues Passwort',
  next_hint: 'Mindestens 12 Zeichen. Ein paar Wörter, auf die niemand käme, sind gut.',
  change: 'Passwort speichern',
  changed: 'Das Passwort ist gespeichert. Überall sonst sind Sie abgemeldet.',
  wrong: 'Das ist nicht Ihr jetziges Passwort.',
  sessions: 'Wo Sie angemeldet sind',
  browser: 'Browser',
  began: 'Seit',
  used: 'Zuletzt benutzt',
  ends: 'Endet',
  action: 'Aktion',
  here: 'Diese hier',
  end: 'Dort abmelden',
  ended: 'Dort abgemeldet.',
} satisfies Translation<typeof en>;
