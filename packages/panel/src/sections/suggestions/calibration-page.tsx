import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { isRefusal } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { ChartFrame } from '../../components/chart-frame.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useFormat } from '../../i18n/format.ts';
import { ChangedBy, useSettingChanges } from '../../shell/changes.tsx';
import { keyOf, useMember, useSettings } from '../../shell/member.ts';
import { CalibrationChart, type Thresholds } from './calibration-chart.tsx';
import { useSettingsEdit } from './settings-edit.ts';
import { useText } from './text.ts';
import { WouldApply } from './would-apply.tsx';
import styles from './pages.module.css';

const FIELDS = { hybrid: 'hybrid_confidence_threshold', auto: 'auto_confidence_threshold' } as const;

/** How right the suggestions of each confidence were, and what other thresholds would have done. */
export function CalibrationPage() {
  const t = useText();
  const base = useBaseText();
  const format = useFormat();
  const toast = useToast();
  const { slug: tenant, mayEdit } = useMember();
  const settings = useSettings();
  const edit = useSettingsEdit();
  const changes = useSettingChanges();
  const [moved, setMoved] = useState<Partial<Thresholds>>({});
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(tenant, 'calibration'),
    queryFn: ({ signal }) => read(api.GET('/v1/{tenant}/smart/calibration', { params: { path: { tenant } }, signal })),
  });
  const failure = error ?? settings.error;
  if (failure && !(data && settings.data)) {
    return <Failure error={failure} retry={() => void Promise.all([refetch(), settings.refetch()])} />;
  }
  if (!data || !settings.data) return <Skeleton tall rows={3} />;
  const saved: Thresholds = { hybrid: settings.data[FIELDS.hybrid], auto: settings.data[FIELDS.auto] };
  const thresholds = { ...saved, ...moved };
  const changed = thresholds.hybrid !== saved.hybrid || thresholds.auto !== saved.auto;
  const save = (): void =>
    edit.mutate(
      {
        patch: { [FIELDS.hybrid]: thresholds.hybrid, [FIELDS.auto]: thresholds.auto },
        etag: settings.data.etag,
      },
      {
        onSuccess: () => {
          setMoved({});
          toast(base('saved'));
        },
        onError: (refused) => isRefusal(refused, 412) && void settings.refetch(),
      },
    );
  const judged = data.bands.some(({ proposed }) => proposed > 0);
  const share = (value: number | null): string => (value === null ? '–' : format.percent(value));
  return (
    <>
      <Card>
        <ChartFrame
          title={t('calibration_title')}
          table={
            <DataTable
              caption={t('calibration_title')}
              rows={data.bands}
              rowKey={({ from }) => String(from)}
              columns={[
                {
                  key: 'band',
                  header: t('band'),
                  cell: ({ from, to }) => `${format.percent(from)} – ${format.percent(to)}`,
                },
                {
                  key: 'proposed',
                  header: t('band_proposed'),
                  numeric: true,
                  cell: (band) => format.number(band.proposed),
                },
                { key: 'kept', header: t('band_kept'), numeric: true, cell: (band) => format.number(band.kept) },
                {
                  key: 'wrong',
                  header: t('band_wrong'),
                  numeric: true,
                  cell: (band) => format.number(band.rejected + band.reverted),
                },
                {
                  key: 'waiting',
                  header: t('band_waiting'),
                  numeric: true,
                  cell: (band) => format.number(band.waiting),
                },
                { key: 'precision', header: t('band_precision'), numeric: true, cell: (band) => share(band.precision) },
              ]}
            />
          }
        >
          {judged ? (
            <CalibrationChart
              bands={data.bands}
              thresholds={thresholds}
              mayMove={mayEdit}
              onMove={(next) => setMoved({ ...moved, ...next })}
            />
          ) : (
            <Empty icon="suggestions" title={t('calibration_none')}>
              {t('calibration_none_hint')}
            </Empty>
          )}
        </ChartFrame>
        {judged && <WouldApply thresholds={thresholds} />}
        {edit.error && <Failure small error={edit.error} />}
        {mayEdit && changed && (
          <div className={styles.buttons}>
            <Button kind="primary" busy={edit.isPending} onClick={save}>
              {t('save_thresholds')}
            </Button>
            <Button onClick={() => setMoved({})}>{t('discard')}</Button>
          </div>
        )}
      </Card>
      <Card title={t('advice')}>
        <ul className={styles.advice}>
          {data.advice.map(({ field, current, advised, reason }) => {
            const name = field === FIELDS.hybrid ? 'hybrid' : 'auto';
            return (
              <li key={field}>
                <h3>{t(`threshold_${name}`)}</h3>
                <p>
                  {reason} <ChangedBy field={field} changes={changes} />
                </p>
                {mayEdit && advised !== null && advised !== current && (
                  <Button onClick={() => setMoved({ ...moved, [name]: advised })}>
                    {t('take_advice', { share: format.percent(advised) })}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </Card>
    </>
  );
}
