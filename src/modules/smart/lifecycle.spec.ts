import { ACTIONS, PERSON_TABLE, reactionTo, type Met } from './lifecycle.ts';
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
