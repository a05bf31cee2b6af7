import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../api/session.ts';
import { Icon } from '../components/icon.tsx';
import { Menu, MenuChoices, MenuItem } from '../components/menu.tsx';
import { useBaseText } from '../i18n/base.ts';
import { SECTIONS, type Section } from '../sections/registry.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionNotice } from './online.tsx';
import styles from './shell.module.css';

/** On a phone the bar at the bottom has room for these; the others are in its menu. */
const IN_BAR = 4;

interface ShellProps {
  tenant: string;
  children: ReactNode;
}

export function Shell({ tenant, children }: ShellProps) {
  const t = useBaseText();
  useFocusOnNewPage();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <header className={styles.side}>
        <TenantSwitch tenant={tenant} />
        <Navigation tenant={tenant} />
        <AccountMenu tenant={tenant} />
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        <ConnectionNotice />
        {children}
      </main>
    </div>
  );
}

function TenantSwitch({ tenant }: { tenant: string }) {
  const t = useBaseText();
  const { tenants } = useSession();
  const [, navigate] = useLocation();
  const nameOf = (slug: string): string => tenants.find((one) => one.slug === slug)?.name || slug;
  const mark = (
    <span className={styles.brand} aria-hidden="true">
      {nameOf(tenant).slice(0, 1).toUpperCase()}
    </span>
  );
  if (tenants.length < 2) {
    return (
      <div className={styles.tenant}>
        {mark}
        <span className={styles.tenantName}>{nameOf(tenant)}</span>
      </div>
    );
  }
  return (
    <Menu
      label={`${t('shop')}: ${nameOf(tenant)}`}
      className={`${styles.tenant} ${styles.tenantButton}`}
      trigger={
        <>
          {mark}
          <span className={styles.tenantName}>{nameOf(tenant)}</span>
          <Icon name="chevron" size={16} />
        </>
      }
    >
      <MenuChoices
        label={t('shop')}
        value={tenant}
        choices={tenants.map(({ slug }) => ({ value: slug, label: nameOf(slug) }))}
        onChoose={(slug) => navigate(`/${slug}/${SECTIONS[0]!.name}`)}
      />
    </Menu>
  );
}

function Navigation({ tenant }: { tenant: string }) {
  const t = useBaseText();
  const [path, navigate] = useLocation();
  const hrefOf = ({ name }: Section): string => `/${tenant}/${name}`;
  const isOpen = (section: Section): boolean => `${path}/`.startsWith(`${hrefOf(section)}/`);
  const rest = SECTIONS.slice(IN_BAR);
  return (
    <nav className={styles.navigation} aria-label={t('navigation')}>
      <ul>
        {SECTIONS.map((section, at) => (
          <li key={section.name} className={at < IN_BAR ? undefined : styles.notInBar}>
            <Link href={hrefOf(section)} className={styles.item} aria-current={isOpen(section) ? 'page' : undefined}>
              <Icon name={section.icon} />
              <span>{t(`section_${section.name}`)}</span>
            </Link>
          </li>
        ))}
        {rest.length > 0 && (
          <li className={styles.onlyInBar}>
            <Menu
              label={t('more')}
              className={styles.item}
              trigger={
                <>
                  <Icon name="more" />
                  <span>{t('more')}</span>
                </>
              }
            >
              {rest.map((section) => (
                <MenuItem key={section.name} onSelect={() => navigate(hrefOf(section))}>
                  <Icon name={section.icon} />
                  {t(`section_${section.name}`)}
                </MenuItem>
              ))}
            </Menu>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** As after a page load: a screen reader begins at the title, and the page at its top. */
function useFocusOnNewPage(): void {
  const [path] = useLocation();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('#page-title')?.focus({ preventScroll: true });
  }, [path]);
}
