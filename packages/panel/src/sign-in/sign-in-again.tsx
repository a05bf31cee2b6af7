import { useSession, useSessionEnded } from '../api/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { useBaseText } from '../i18n/base.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Over the page whose session has ended: what is typed there stays. */
export function SignInAgain() {
  const t = useBaseText();
  const ended = useSessionEnded();
  const { user } = useSession();
  return (
    <Dialog open={ended} insistent onClose={() => {}} title={t('sign_in_again')} description={t('sign_in_again_lead')}>
      <SignInForm email={user.email} />
    </Dialog>
  );
}
