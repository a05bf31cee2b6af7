import { useMember } from '../../shell/member.ts';
import { useText } from './text.ts';

export function useTabs(): { href: string; label: string }[] {
  const t = useText();
  const { slug } = useMember();
  return [
    { href: `/${slug}/rules`, label: t('tab_rules') },
    { href: `/${slug}/rules/synonyms`, label: t('tab_synonyms') },
  ];
}
