import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { sessionQuery, useSession, type Session } from './api/session.ts';
import { buttonClass } from './components/button.tsx';
import { Page } from './components/page.tsx';
import { Empty, Failure, Skeleton } from './components/states.tsx';
import { useBaseText } from './i18n/base.ts';
import { TimeZone } from './i18n/format.ts';
import { AccountPage, SECTIONS } from './sections/registry.ts';
import { Boundary } from './shell/boundary.tsx';
import { MemberContext, useSettings, type Member } from './shell/member.ts';
import { Shell } from './shell/shell.tsx';
import styles from './shell/shell.module.css';
import { LinkPage } from './sign-in/link-page.tsx';
import { SignInAgain } from './sign-in/sign-in-again.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';

export function App() {
  return (
    <Switch>
      <Route path="/link/:token">{({ token }) => <LinkPage token={token} />}</Route>
      <Route>
        <Gate />
      </Route>
    </Switch>
  );
}

/** Signs in whoever is not. */
function Gate() {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  if (session === null) return <SignInPage />;
  if (session === undefined) {
    return (
      <main className={styles.alone}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={2} />}
      </main>
    );
  }
  return (
    <>
      <Switch>
        <Route path="/:tenant/*?">
          {({ tenant }) => (
            <Shell tenant={tenant}>
              <Shop slug={tenant} />
            </Shell>
          )}
        </Route>
        <Route>
          <Start session={session} />
        </Route>
      </Switch>
      <SignInAgain />
    </>
  );
}

function Start({ session }: { session: Session }) {
  const t = useBaseText();
  const first = session.tenants[0];
  if (first) return <Redirect to={`/${first.slug}/${SECTIONS[0]!.name}`} replace />;
  return (
    <main className={styles.alone}>
      <Empty icon="person" title={t('no_shops')}>
        {t('no_shops_hint')}
      </Empty>
    </main>
  );
}

function Shop({ slug }: { slug: string }) {
  const t = useBaseText();
  const { tenants } = useSession();
  const found = tenants.find((tenant) => tenant.slug === slug);
  const member = useMemo<Member | null>(
    () => (found && { ...found, mayEdit: found.role !== 'viewer' }) || null,
    [found],
  );
  if (!member) {
    return (
      <Page title={t('no_shop')}>
        <Empty icon="warning" title={t('no_shop')}>
          {t('no_shop_hint')}
        </Empty>
      </Page>
    );
  }
  return (
    <MemberContext value={member}>
      <Sections key={slug} slug={slug} />
    </MemberContext>
  );
}

function Sections({ slug }: { slug: string }) {
  const t = useBaseText();
  const { user } = useSession();
  const { data: settings } = useSettings();
  const [path] = useLocation();
  const account = `/${slug}/account`;
  return (
    <TimeZone value={settings?.timezone ?? 'UTC'}>
      {!user.has_password && path !== account && (
        <p className={styles.banner}>
          {t('choose_password')} <Link href={account}>{t('choose_password_action')}</Link>
        </p>
      )}
      <Boundary page={path}>
        <Suspense fallback={<Loading />}>
          <Switch>
            {SECTIONS.map(({ name, Content }) => (
              <Route key={name} path={`/${slug}/${name}/*?`}>
                <Content />
              </Route>
            ))}
            <Route path={account}>
              <AccountPage />
            </Route>
            <Route path={`/${slug}`}>
              <Redirect to={`/${slug}/${SECTIONS[0]!.name}`} replace />
            </Route>
            <Route>
              <Missing slug={slug} />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </TimeZone>
  );
}

function Loading() {
  const t = useBaseText();
  return (
    <Page title={t('loading')}>
      <Skeleton rows={6} />
    </Page>
  );
}

function Missing({ slug }: { slug: string }) {
  const t = useBaseText();
  return (
    <Page title={t('not_found')}>
      <Empty
        icon="warning"
        title={t('not_found')}
        action={
          <Link href={`/${slug}/${SECTIONS[0]!.name}`} className={buttonClass('primary')}>
            {t('to_start')}
          </Link>
        }
      >
        {t('not_found_hint')}
      </Empty>
    </Page>
  );
}
