import { useLocation } from 'wouter';
import { useSession, useSignOut } from '../api/session.ts';
import { Icon } from '../components/icon.tsx';
import { Menu, MenuChoices, MenuItem } from '../components/menu.tsx';
import { useBaseText } from '../i18n/base.ts';
import { LOCALE_NAMES, LOCALES, useLocale, type Locale } from '../i18n/locale.tsx';
import { THEMES, useTheme, type Theme } from './theme.ts';
import styles from './shell.module.css';

export function AccountMenu({ tenant }: { tenant: string }) {
  const t = useBaseText();
  const { user, tenants } = useSession();
  const { locale, choose } = useLocale();
  const [theme, setTheme] = useTheme();
  const [, navigate] = useLocation();
  const signOut = useSignOut();
  const role = tenants.find(({ slug }) => slug === tenant)?.role;
  return (
    <Menu
      className={styles.account}
      trigger={
        <>
          <Icon name="person" />
          <span className={styles.accountWords}>
            <span>{user.name || user.email}</span>
            {role && <span className={styles.role}>{t(`role_${role}`)}</span>}
          </span>
          <span className="visually-hidden">{t('account_menu')}</span>
        </>
      }
    >
      <MenuItem onSelect={() => navigate(`/${tenant}/account`)}>{t('account')}</MenuItem>
      <MenuChoices
        label={t('appearance')}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: t(`theme_${value}`) }))}
        onChoose={(value) => setTheme(value as Theme)}
      />
      <MenuChoices
        label={t('language')}
        value={locale}
        choices={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        onChoose={(value) => choose(value as Locale)}
      />
      <MenuItem onSelect={() => signOut.mutate()}>{t('sign_out')}</MenuItem>
    </Menu>
  );
}
