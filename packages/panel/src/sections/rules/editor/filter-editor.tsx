import { Button } from '../../../components/button.tsx';
import { Select, TextArea, TextField } from '../../../components/field.tsx';
import styles from '../rules.module.css';
import { useText } from '../text.ts';
import {
  ATTRIBUTE,
  FIELD_KINDS,
  filterFault,
  filterOf,
  knownField,
  linesOf,
  newLine,
  operatorsOf,
  type FilterForm,
  type FilterLine,
  type KnownField,
  type Operator,
} from './filter-form.ts';
import { ValuesField } from './values-field.tsx';

interface FilterEditorProps {
  filter: FilterForm;
  error: string | undefined;
  onChange(filter: FilterForm): void;
}

/** Which products: each line must hold. What lines can not say is written as JSON. */
export function FilterEditor({ filter, error, onChange }: FilterEditorProps) {
  const t = useText();
  const { lines, json } = filter;
  const change = (key: number, ...by: FilterLine[]): void =>
    onChange({ json: null, lines: lines.flatMap((line) => (line.key === key ? by : [line])) });
  const asLines = json === null || filterFault(filter) ? null : linesOf(filterOf(filter));
  return (
    <div className={styles.filter}>
      {json === null ? (
        lines.map((line, at) => (
          <Line key={line.key} number={at + 1} line={line} onChange={(...by) => change(line.key, ...by)} />
        ))
      ) : (
        <TextArea
          label={t('filter_json')}
          rows={5}
          spellCheck={false}
          value={json}
          onChange={({ target }) => onChange({ lines, json: target.value })}
        />
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.badges}>
        {json === null && (
          <>
            <Button kind="quiet" onClick={() => onChange({ json, lines: [...lines, newLine()] })}>
              {t('add_line')}
            </Button>
            <Button
              kind="quiet"
              disabled={filterFault(filter) !== null}
              onClick={() => onChange({ lines: [], json: JSON.stringify(filterOf(filter), null, 2) })}
            >
              {t('as_json')}
            </Button>
          </>
        )}
        {asLines && (
          <Button kind="quiet" onClick={() => onChange({ lines: asLines, json: null })}>
            {t('as_lines')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface LineProps {
  number: number;
  line: FilterLine;
  onChange(...by: FilterLine[]): void;
}

function Line({ number, line, onChange }: LineProps) {
  const t = useText();
  const { field, operator, values, bound } = line;
  const known = knownField(field);
  const kind = FIELD_KINDS[known];
  const listed = operator === 'is' || operator === 'not';
  return (
    <div className={styles.line} role="group" aria-label={t('line', { number })}>
      <Select
        label={t('field')}
        value={known}
        options={Object.keys(FIELD_KINDS).map((value) => ({ value, label: t(`field_${value as KnownField}`) }))}
        onChange={(next) => onChange({ ...newLine(next === 'attributes' ? ATTRIBUTE : next), key: line.key })}
      />
      {known === 'attributes' && (
        <TextField
          label={t('attribute')}
          placeholder="colour"
          value={field.slice(ATTRIBUTE.length)}
          onChange={({ target }) => onChange({ ...line, field: ATTRIBUTE + target.value.trim() })}
        />
      )}
      {kind !== 'boolean' && (
        <Select
          label={t('operator')}
          value={operator}
          options={operatorsOf(field).map((value) => ({
            value,
            label: t(kind === 'date' ? `date_${value as 'gte'}` : `operator_${value}`),
          }))}
          onChange={(next) => onChange({ ...line, operator: next as Operator })}
        />
      )}
      {kind === 'boolean' && (
        <Select
          label={t('value')}
          value={String(values[0])}
          options={['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'yes' : 'no') }))}
          onChange={(value) => onChange({ ...line, values: [value === 'true'] })}
        />
      )}
      {kind !== 'boolean' && listed && (
        <ValuesField field={field} values={values} onChange={(next) => onChange({ ...line, values: next })} />
      )}
      {!listed && (
        <TextField
          label={t('value')}
          inputMode={kind === 'date' ? 'text' : 'decimal'}
          placeholder={kind === 'date' ? '2026-01-31' : ''}
          value={bound}
          onChange={({ target }) => onChange({ ...line, bound: target.value })}
        />
      )}
      <Button
        kind="quiet"
        icon="close"
        aria-label={t('take_out', { id: t('line', { number }) })}
        onClick={() => onChange()}
      />
    </div>
  );
}
