import { judgedAnew, record, withEntry, type HistoryEntry } from './history.ts';
import { newSuggestion } from './proposals.ts';
import type { Suggestion, SuggestionStatus } from './suggestion.ts';
import { candidate } from '../../../test/support/smart.ts';

const DAY = 86_400_000;
const at = (night: number) => new Date(Date.UTC(2026, 0, 1) + night * DAY);

function suggestionOf(confidence: number): Suggestion {
  const proposed = { original: 'schuhe', target: 'sneakers', candidate: candidate('schuhe', 'sneakers') };
  const suggestion = { ...newSuggestion(proposed, 'run', 0), confidence };
  record(suggestion, { at: at(0), by: 'run', to: 'pending', reason: 'It waits.' }, null);
  return suggestion;
}

const THRESHOLDS = [0.65, 0.85];

describe('what a run finds out and the status does not show', () => {
  const after = (met: Suggestion, more: Partial<Suggestion>) => judgedAnew(met, { ...met, ...more }, THRESHOLDS);

  test.each([
    [0.5, 0.54, null],
    [0.5, 0.55, 'Its confidence rose from 0.5 to 0.55.'],
    [0.55, 0.5, 'Its confidence fell from 0.55 to 0.5.'],
    [0.64, 0.65, 'Its confidence rose from 0.64 to 0.65.'],
    [0.85, 0.84, 'Its confidence fell from 0.85 to 0.84.'],
    [0.65, 0.69, null],
    [0.29, 0.34, 'Its confidence rose from 0.29 to 0.34.'],
  ])('confidence %d, then %d: %s', (before, confidence, said) => {
    expect(after(suggestionOf(before), { confidence })).toBe(said);
  });

  test('small steps in one direction are seen when they add up', () => {
    const suggestion = suggestionOf(0.4);
    const said = [0.43, 0.46, 0.49, 0.52].map((confidence, night) => {
      const what = after(suggestion, { confidence });
      suggestion.confidence = confidence;
      if (what) record(suggestion, { at: at(night + 1), by: 'run', to: 'pending', reason: what });
      return what;
    });
    expect(said).toEqual([
      null,
      'Its confidence rose from 0.4 to 0.46.',
      null,
      'Its confidence rose from 0.46 to 0.52.',
    ]);
    expect(suggestion.history.map(({ confidence }) => confidence)).toEqual([0.4, 0.46, 0.52]);
  });

  test('another reason, and another decision; not other counts in the same one', () => {
    const because = { code: 'typo', source: 'searches', conversions: 3, opinion: null } as const;
    const met = suggestionOf(0.5);
    met.evidence.because = because;
    const reason = 'It looks like a synonym.';
    const evidence = (more: object) => ({ ...met.evidence, because: { ...because, ...more } });
    expect(after(met, { reason, evidence: evidence({ conversions: 4 }) })).toBeNull();
    expect(after(met, { reason, evidence: evidence({ code: 'synonym' }) })).toBe(`It has another reason: ${reason}`);
    expect(after(met, { reason, evidence: evidence({ opinion: 'Yes.' }) })).toBe(`It has another reason: ${reason}`);
    expect(after(met, { decision: 'auto' })).toContain('as auto now, not as suggested');
  });

  test('of an entry that is older than the confidence in it, the suggestion says what it was', () => {
    const met = suggestionOf(0.5);
    met.history = met.history.map(({ confidence: _, ...entry }) => entry);
    expect(after(met, { confidence: 0.52 })).toBeNull();
    expect(after(met, { confidence: 0.6 })).toBe('Its confidence rose from 0.5 to 0.6.');
  });
});

describe('a history ends somewhere', () => {
  const entry = (night: number, by: 'person' | 'run', from: SuggestionStatus | null, to: SuggestionStatus) =>
    ({ at: at(night).toISOString(), by, from, to, reason: `${night}` }) satisfies HistoryEntry;
  const listed = (history: HistoryEntry[]) =>
    history.length + history.reduce((sum, one) => sum + (one.omitted ?? 0), 0);

  test('nights that change no status are counted first, and all that people did is there', () => {
    let history: HistoryEntry[] = [];
    const add = (...rest: Parameters<typeof entry>) => (history = withEntry(history, entry(...rest)));
    add(0, 'run', null, 'pending');
    for (let night = 1; night < 80; night++) add(night, 'run', 'pending', 'pending');
    add(80, 'person', 'pending', 'rejected');
    add(81, 'run', 'rejected', 'pending');
    for (let night = 82; night < 300; night++) add(night, 'run', 'pending', 'pending');
    expect(history).toHaveLength(100);
    expect(listed(history)).toBe(300);
    expect(history[0]).toEqual(entry(0, 'run', null, 'pending'));
    expect(history[1]).toEqual({ ...entry(80, 'person', 'pending', 'rejected'), omitted: 79 });
    expect(history[2]).toEqual(entry(81, 'run', 'rejected', 'pending'));
    expect(history[3]).toMatchObject({ omitted: expect.any(Number) });
    expect(history.slice(3).map(({ reason }) => Number(reason))).toEqual(Array.from({ length: 97 }, (_, n) => 203 + n));
  });

  test('who accepts and reverts without end is counted; that it was once applied, and that a person said no, stay', () => {
    let history: HistoryEntry[] = [];
    const add = (...rest: Parameters<typeof entry>) => (history = withEntry(history, entry(...rest)));
    add(0, 'run', null, 'logged');
    add(1, 'run', 'logged', 'applied');
    add(2, 'person', 'applied', 'reverted');
    add(3, 'person', 'reverted', 'rejected');
    add(4, 'run', 'rejected', 'pending');
    for (let n = 5; n < 505; n++) add(n, 'person', n % 2 ? 'reverted' : 'accepted', n % 2 ? 'accepted' : 'reverted');
    expect(history).toHaveLength(100);
    expect(listed(history)).toBe(505);
    const has = (by: string, to: string) => history.some((one) => one.by === by && one.to === to);
    expect([has('run', 'applied'), has('person', 'rejected'), has('run', 'pending')]).toEqual([true, true, true]);
    expect(history.at(-1)).toEqual(entry(504, 'person', 'accepted', 'reverted'));
  });
});
