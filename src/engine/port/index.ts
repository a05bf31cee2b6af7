export * from './behaviour.ts';
export * from './document.ts';
export * from './engine.ts';
export * from './query.ts';
export * from './result.ts';
