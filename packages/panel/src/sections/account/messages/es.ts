import type { Translation } from '../../../i18n/text.ts';
import type en from './en.ts';

export default {
  title: 'Cuenta',
  password: 'Contraseña',
  password_none: 'Aún no tiene contraseña: entró con un enlace.',
  current: 'Contraseña actual',
  next: 'Contraseña nueva',
  next_hint: 'Al menos 12 caracteres. Van bien unas cuantas palabras que nadie adivinaría.',
  change: 'Guardar la contraseña',
  changed: 'La contraseña está guardada. Se ha cerrado su sesión en todos los demás sitios.',
  wrong: 'Esta no es su contraseña actual.',
  sessions: 'Dónde tiene sesión iniciada',
  browser: 'Navegador',
  began: 'Desde',
  used: 'Último uso',
  ends: 'Termina',
  action: 'Acción',
  here: 'Esta',
  end: 'Cerrar allí',
  ended: 'Sesión cerrada allí.',
} satisfies Translation<typeof en>;
