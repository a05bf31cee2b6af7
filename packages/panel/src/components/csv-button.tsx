import { useMutation } from '@tanstack/react-query';
import { send } from '../api/client.ts';
import { useBaseText } from '../i18n/base.ts';
import { Button } from './button.tsx';
import { Failure } from './states.tsx';

interface CsvButtonProps {
  /** Of a route that answers `Accept: text/csv`. */
  path: string;
  query: Record<string, string | number | undefined>;
  fileName: string;
}

/** Saves a report as a file. The service makes formulas in it harmless. */
export function CsvButton({ path, query, fileName }: CsvButtonProps) {
  const t = useBaseText();
  const save = useMutation({
    mutationFn: async () => {
      const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
      const request = new Request(`${path}?${new URLSearchParams(given)}`, {
        headers: { accept: 'text/csv', 'X-Mirabel-Panel': '1' },
        credentials: 'same-origin',
      });
      download(await (await send(request)).blob(), fileName);
    },
  });
  if (save.error) return <Failure small error={save.error} retry={() => save.mutate()} />;
  return (
    <Button
      kind="quiet"
      icon="download"
      busy={save.isPending}
      onClick={() => save.mutate()}
      aria-label={`${t('csv')}: ${fileName}`}
    >
      {t('csv')}
    </Button>
  );
}

export function download(content: Blob, fileName: string): void {
  const href = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href, download: fileName });
  link.click();
  URL.revokeObjectURL(href);
}
