import { readFileSync } from 'node:fs';
import { ACTIONS, PERSON_TABLE, reactionTo, type Met } from './lifecycle.ts';
import { DECISION_TABLE } from './decision-table.ts';
import { SUGGESTION_STATUSES, type Retirement } from './suggestion.ts';

test('what a person may do, by status', () => {
  const table = SUGGESTION_STATUSES.map((status) => [status, ...ACTIONS.map((action) => PERSON_TABLE[status][action])]);
  expect(table).toEqual([
    ['pending', 'do', 'do', 'refused'],
    ['accepted', 'repeat', 'resolved', 'do'],
    ['rejected', 'resolved', 'repeat', 'refused'],
    ['applied', 'resolved', 'resolved', 'do'],
    ['logged', 'do', 'do', 'refused'],
    ['reverted', 'do', 'do', 'refused'],
  ]);
});

const met = (status: Met['status'], more: Partial<Met> = {}): Met => ({
  status,
  retired: null,
  memoryChanged: false,
  ...more,
});
const retired = (why: Retirement | null) => reactionTo(met('reverted', { retired: why }));

test('what a run does with one that it meets, by status', () => {
  expect(reactionTo(null)).toBe('decide');
  expect(reactionTo(met('logged'))).toBe('decide');
  expect(reactionTo(met('pending'))).toBe('decide_but_wait');
  expect(reactionTo(met('accepted'))).toBe('keep');
  expect(reactionTo(met('applied'))).toBe('keep');
  expect(reactionTo(met('rejected'))).toBe('keep');
  expect(reactionTo(met('rejected', { memoryChanged: true }))).toBe('reopen');
  expect([retired(null), retired('harm'), retired('target_gone'), retired('unused')]).toEqual([
    'keep',
    'keep',
    'decide',
    'decide',
  ]);
});

test('another business memory moves nothing but what was rejected', () => {
  for (const status of SUGGESTION_STATUSES.filter((one) => one !== 'rejected')) {
    expect(reactionTo(met(status, { memoryChanged: true }))).toBe(reactionTo(met(status)));
  }
});

describe('the tables in ARCHITECTURE.md are those of the code', () => {
  const text = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');
  /** Cells of the rows whose first one is a word of these. */
  const rows = (header: RegExp): string[][] => {
    const table = text.slice(text.search(header)).split('\n\n')[0]!.split('\n').slice(2);
    return table.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  };

  test('mode × confidence × shape', () => {
    const written = rows(/^\| mode +\| confidence/m);
    const cells = Object.entries(DECISION_TABLE).flatMap(([mode, bands]) =>
      Object.entries(bands).map(([band, { plain, held, known }]) => [
        mode,
        band,
        ...[plain, held, known].map(({ decision, status }) => `${decision}, ${status}`),
      ]),
    );
    expect(written.slice(0, -1)).toEqual(cells);
    expect(written.at(-1)).toEqual(['off', '', 'no run', '', '']);
  });

  test('what follows by the status that is met', () => {
    const moves = { accept: 'accepted', reject: 'rejected', revert: 'reverted' };
    const said = { repeat: 'the same', resolved: '409', refused: '409' };
    const written = new Map(rows(/^\| status +\| accept/m).map(([status, ...cells]) => [status, cells]));
    expect([...written.keys()].sort()).toEqual(['none', ...SUGGESTION_STATUSES].sort());
    for (const status of SUGGESTION_STATUSES) {
      const outcomes = ACTIONS.map((action) => PERSON_TABLE[status][action]);
      const cells = outcomes.map((outcome, n) => (outcome === 'do' ? moves[ACTIONS[n]!] : said[outcome]));
      expect([status, ...written.get(status)!.slice(0, 3)]).toEqual([status, ...cells]);
      const run = written.get(status)!.at(-1)!;
      const reaction = reactionTo(met(status));
      const begins = {
        decide: 'table',
        decide_but_wait: 'table, but shadow leaves it waiting',
        keep: 'stays',
        reopen: '',
      };
      // Of these two it depends on more than the status.
      if (status === 'rejected') expect(run).toBe('pending when the business memory has changed');
      else if (status === 'reverted') expect(run).toBe("table when it was only forgotten; a person's word stays");
      else expect(run).toBe(begins[reaction]);
    }
    expect(written.get('none')).toEqual(['', '', '', 'table']);
  });
});
