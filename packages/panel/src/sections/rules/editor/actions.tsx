import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import styles from '../rules.module.css';
import { useText } from '../text.ts';
import { Banner } from './banner.tsx';
import { useFaults } from './faults.ts';
import { FilterEditor } from './filter-editor.tsx';
import { newFilter } from './filter-form.ts';
import { Group } from './group.tsx';
import { Moves } from './moves.tsx';
import { ProductList } from './product-list.tsx';
import { MAX_PLACE } from './rule-faults.ts';
import { hasBanner, inOrder, pinsOf, type RuleForm } from './rule-form.ts';

interface ActionsProps {
  form: RuleForm;
  set(patch: Partial<RuleForm>): void;
}

/** What the rule does, by kind. */
export function Actions({ form, set }: ActionsProps) {
  const t = useText();
  const faults = useFaults();
  const { filter, replace, redirect, banner } = form;
  const under = (...names: string[]): boolean => names.some((name) => faults.under(`/actions/${name}`));
  return (
    <>
      <Group
        open
        title={t('group_products')}
        count={form.pins.length + form.hidden.length}
        faulty={under('pin', 'hide')}
      >
        <Pins form={form} set={set} />
        <ProductList
          label={t('hidden')}
          ids={form.hidden}
          error={faults.under('/actions/hide')}
          onChange={(hidden) => set({ hidden })}
        />
      </Group>
      <Group title={t('moves')} count={form.boosts.length + form.buries.length} faulty={under('boost', 'bury')}>
        <p className={styles.gone}>{t('moves_hint')}</p>
        <Moves kind="boost" moves={form.boosts} onChange={(boosts) => set({ boosts })} />
        <Moves kind="bury" moves={form.buries} onChange={(buries) => set({ buries })} />
      </Group>
      <Group title={t('group_filter')} count={filter ? 1 : 0} faulty={under('filter')}>
        <p className={styles.gone}>{t('filter_hint')}</p>
        {filter && (
          <FilterEditor
            filter={filter}
            error={faults.under('/actions/filter')}
            onChange={(next) => set({ filter: next })}
          />
        )}
        <div>
          <Button kind={filter ? 'quiet' : 'plain'} onClick={() => set({ filter: filter ? null : newFilter() })}>
            {filter ? t('drop_filter') : t('add_filter')}
          </Button>
        </div>
      </Group>
      <Group
        title={t('group_words')}
        count={[replace, redirect].filter((text) => text.trim() !== '').length}
        faulty={under('replace_query', 'redirect')}
      >
        <TextField
          label={t('replace')}
          hint={t('replace_hint')}
          maxLength={512}
          value={replace}
          error={faults.at('/actions/replace_query')}
          onChange={({ target }) => set({ replace: target.value })}
        />
        <TextField
          label={t('redirect')}
          placeholder="/sale"
          maxLength={2_000}
          value={redirect}
          error={faults.at('/actions/redirect')}
          onChange={({ target }) => set({ redirect: target.value })}
        />
      </Group>
      <Group title={t('has_banner')} count={hasBanner(banner) ? 1 : 0} faulty={under('banner')}>
        <Banner banner={banner} onChange={(next) => set({ banner: next })} />
      </Group>
    </>
  );
}

function Pins({ form: { pins }, set }: ActionsProps) {
  const t = useText();
  const faults = useFaults();
  return (
    <ProductList
      label={t('pinned')}
      ids={pins.map(({ id }) => id)}
      ordered
      error={faults.at('/actions/pin')}
      onChange={(ids) => set({ pins: pinsOf(pins, ids) })}
      about={(at) => (
        <span className={styles.place}>
          <TextField
            label={t('place_of', { id: pins[at]!.id })}
            hideLabel
            type="number"
            min={1}
            max={MAX_PLACE}
            value={pins[at]!.place}
            error={faults.under(`/actions/pin/${at}`)}
            onChange={({ target }) =>
              set({ pins: pins.map((pin, other) => (other === at ? { ...pin, place: target.value } : pin)) })
            }
            onBlur={() => set({ pins: inOrder(pins) })}
          />
        </span>
      )}
    />
  );
}
