import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/format.ts';
import type { Suggestion } from './suggestions.ts';
import { useText } from './text.ts';

type ReasonProps = Pick<Suggestion, 'failed' | 'suggested' | 'reason' | 'evidence'>;

/** Why Smart proposes it, in the reader's language; as the run wrote it, in English, where the facts are not known. */
export function Reason({ failed, suggested, reason, evidence }: ReasonProps) {
  const t = useText();
  const format = useFormat();
  const { because, sessions, rescues, results_failed: results } = evidence;
  if (!because) return <bdi>{reason}</bdi>;
  const words = { failed: <bdi>{failed}</bdi>, suggested: <bdi>{suggested}</bdi> };
  const counted = (count: number) => ({ ...words, count, number: format.number(count) });
  const sentences: ReactNode[] =
    because.source === 'catalogue'
      ? [t.rich(results > 0 ? 'why_both' : 'why_only', words)]
      : [
          t.rich(results > 0 ? 'why_unclicked' : 'why_nothing', counted(sessions)),
          t.rich('why_rescued', counted(rescues)),
          because.conversions > 0 && t.rich('why_bought', counted(because.conversions)),
        ];
  sentences.push(t(`why_code_${because.code}`));
  if (because.opinion !== null) sentences.push(t.rich('why_opinion', { text: <bdi>{because.opinion}</bdi> }));
  return sentences.filter(Boolean).map((sentence, at) => (
    <span key={at}>
      {at > 0 && ' '}
      {sentence}
    </span>
  ));
}
