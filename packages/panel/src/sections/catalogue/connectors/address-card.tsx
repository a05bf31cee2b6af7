import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../../api/client.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/field.tsx';
import { Card } from '../../../components/page.tsx';
import { Failure } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import { AddressFields } from './address-fields.tsx';
import { asked, type Address, type Draft, type Preset } from './draft.ts';
import { addressFaults } from './faults.ts';

interface AddressCardProps {
  address: Address;
  onChange(address: Address): void;
  onFound(draft: Draft): void;
}

/** Where the products are, behind which credentials, and whether the shop's system is known or found out. */
export function AddressCard({ address, onChange, onFound }: AddressCardProps) {
  const t = useText();
  const format = useFormat();
  const { slug } = useMember();
  const [preset, setPreset] = useState<Preset | null>(null);
  const presets = usePresets();
  const look = useMutation({
    mutationFn: async () => {
      const params = { path: { tenant: slug } };
      if (preset) {
        // What is typed is checked even when nothing has to be found out; what the shop says of it stands below.
        return { config: preset.config, preset, confidence: 1 };
      }
      return read(api.POST('/v1/{tenant}/connectors/detect', { params, body: asked(address) }));
    },
    onSuccess: ({ config }) => onFound(config),
  });
  const faults = addressFaults(look.error);
  const choose = (id: string): void => {
    const chosen = presets.find((one) => one.id === id) ?? null;
    setPreset(chosen);
    if (chosen?.auth_header) onChange({ ...address, auth: 'header', header: chosen.auth_header });
  };
  return (
    <Card title={t('step_address')}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          look.mutate();
        }}
      >
        <AddressFields
          value={address}
          onChange={onChange}
          hint={preset ? t('address_example', { address: preset.endpoint_example }) : t('address_hint')}
          faultOf={faults.of}
        >
          <Select
            label={t('system')}
            hint={preset?.note && <Note preset={preset} />}
            value={preset?.id ?? ''}
            options={[
              { value: '', label: t('system_detected') },
              ...presets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={choose}
          />
        </AddressFields>
        {look.error && faults.elsewhere && <Failure small error={look.error} />}
        <div className={styles.actions}>
          <Button kind="primary" type="submit" busy={look.isPending}>
            {t('detect')}
          </Button>
          <span role="status">
            {look.data && (
              <Badge tone={look.data.confidence < 0.7 ? 'warn' : 'good'}>
                {look.data.preset
                  ? t('looks_like', { name: look.data.preset.name })
                  : t('by_names', { share: format.percent(look.data.confidence) })}
              </Badge>
            )}
          </span>
        </div>
      </form>
    </Card>
  );
}

/** Systems of which the panel knows the note in the reader's language; that of a newer service is in English. */
const NOTED = ['woocommerce', 'woocommerce_legacy', 'shopify', 'magento', 'prestashop', 'commercetools'] as const;

function Note({ preset }: { preset: Preset }) {
  const t = useText();
  const known = NOTED.find((id) => id === preset.id);
  return known ? t(`system_note_${known}`) : <span lang="en">{preset.note}</span>;
}

function usePresets(): readonly Preset[] {
  const { slug } = useMember();
  const { data } = useQuery({
    queryKey: keyOf(slug, 'connector-presets'),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/connectors/presets', { params: { path: { tenant: slug } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.rows ?? [];
}
