import { Page } from '../../components/page.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { useText } from './text.ts';

export default function AccountPage() {
  const t = useText();
  return (
    <Page title={t('title')}>
      <PasswordCard />
      <SessionsCard />
    </Page>
  );
}
