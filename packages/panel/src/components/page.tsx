import { useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** One sentence that says what the page is for. */
  lead?: ReactNode;
  /** Filters and actions of the whole page. */
  tools?: ReactNode;
  tabs?: readonly { href: string; label: string }[];
  children: ReactNode;
}

export function Page({ title, lead, tools, tabs, children }: PageProps) {
  const [path] = useLocation();
  // A page below a tab is the tab's, of several the nearest.
  const open = tabs
    ?.map(({ href }) => href)
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length)[0];
  useEffect(() => {
    document.title = `${title} · Mirabel`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.titles}>
          {/* The shell moves the focus here when the page changes. */}
          <h1 tabIndex={-1} id="page-title">
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {tools && <div className={styles.tools}>{tools}</div>}
      </header>
      {tabs && (
        <nav className={styles.tabs} aria-label={title}>
          {tabs.map(({ href, label }) => (
            <Link key={href} href={href} className={styles.tab} aria-current={href === open ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      {children}
    </div>
  );
}

interface CardProps {
  title?: ReactNode;
  /** Beside the title. */
  tools?: ReactNode;
  children: ReactNode;
  /** What is inside reaches the edges. */
  flush?: boolean;
}

export function Card({ title, tools, children, flush = false }: CardProps) {
  return (
    <section className={styles.card}>
      {(title || tools) && (
        <div className={styles.cardHeader}>
          {title && <h2>{title}</h2>}
          {tools && <div className={styles.cardTools}>{tools}</div>}
        </div>
      )}
      <div className={flush ? styles.flush : styles.cardBody}>{children}</div>
    </section>
  );
}
