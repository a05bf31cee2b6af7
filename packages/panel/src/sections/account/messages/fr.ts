import type { Translation } from '../../../i18n/text.ts';
import type en from './en.ts';

export default {
  title: 'Compte',
  password: 'Mot de passe',
  password_none: 'Vous n’avez pas encore de mot de passe : vous êtes entré par un lien.',
  current: 'Mot de passe actuel',
  next: 'Nouveau mot de passe',
  next_hint: 'Au moins 12 caractères. Quelques mots que personne ne devinerait conviennent bien.',
  change: 'Enregistrer le mot de passe',
  changed: 'Le mot de passe est enregistré. Vous êtes déconnecté partout ailleurs.',
  wrong: 'Ce n’est pas votre mot de passe actuel.',
  sessions: 'Où vous êtes connecté',
  browser: 'Navigateur',
  began: 'Depuis',
  used: 'Dernière utilisation',
  ends: 'Fin',
  action: 'Action',
  here: 'Celle-ci',
  end: 'Déconnecter là-bas',
  ended: 'Déconnecté là-bas.',
} satisfies Translation<typeof en>;
