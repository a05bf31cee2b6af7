import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import styles from '../rules.module.css';
import { useText } from '../text.ts';
import { useFaults } from './faults.ts';
import { FilterEditor } from './filter-editor.tsx';
import { WEIGHT } from './rule-faults.ts';
import { newMove, type MoveForm } from './rule-form.ts';

interface MovesProps {
  kind: 'boost' | 'bury';
  moves: readonly MoveForm[];
  onChange(moves: MoveForm[]): void;
}

/** Products that go up, each kind by its weight, or down. */
export function Moves({ kind, moves, onChange }: MovesProps) {
  const t = useText();
  const faults = useFaults();
  const change = (key: number, ...by: MoveForm[]): void =>
    onChange(moves.flatMap((move) => (move.key === key ? by : [move])));
  return (
    <>
      {moves.map((move, at) => {
        const name = t(kind === 'boost' ? 'boost_number' : 'bury_number', { number: at + 1 });
        return (
          <fieldset key={move.key} className={styles.products}>
            <legend>{name}</legend>
            <FilterEditor
              filter={move.filter}
              error={faults.under(`/actions/${kind}/${at}/filter`)}
              onChange={(filter) => change(move.key, { ...move, filter })}
            />
            <div className={styles.ends}>
              {kind === 'boost' && (
                <TextField
                  label={t('weight')}
                  hint={t('weight_hint')}
                  type="number"
                  step="any"
                  min={WEIGHT.min}
                  max={WEIGHT.max}
                  value={move.weight}
                  error={faults.at(`/actions/boost/${at}/weight`)}
                  onChange={({ target }) => change(move.key, { ...move, weight: target.value })}
                />
              )}
              <Button kind="quiet" aria-label={t('take_out', { id: name })} onClick={() => change(move.key)}>
                {t('remove')}
              </Button>
            </div>
          </fieldset>
        );
      })}
      <div>
        <Button onClick={() => onChange([...moves, newMove()])}>{t(`add_${kind}`)}</Button>
      </div>
    </>
  );
}
