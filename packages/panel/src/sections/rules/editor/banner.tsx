import { TextArea, TextField } from '../../../components/field.tsx';
import { useText } from '../text.ts';
import { useFaults } from './faults.ts';
import type { BannerForm } from './rule-form.ts';

/** What is shown above the results. */
export function Banner({ banner, onChange }: { banner: BannerForm; onChange(banner: BannerForm): void }) {
  const t = useText();
  const faults = useFaults();
  const about = (name: keyof BannerForm) => ({
    label: t(`banner_${name}`),
    value: banner[name],
    error: faults.at(`/actions/banner/${name}`),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...banner, [name]: target.value }),
  });
  return (
    <>
      <TextField {...about('title')} maxLength={200} />
      <TextArea {...about('text')} maxLength={1_000} rows={2} />
      <TextField {...about('image')} placeholder="/images/sale.jpg" spellCheck={false} />
      <TextField {...about('url')} placeholder="/sale" spellCheck={false} />
    </>
  );
}
