import { createEmbeddedEngine } from '../../../src/engine/embedded/index.ts';
import { describeConformance } from './conformance.ts';

describeConformance('the embedded engine', async () =>
  createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 << 30 }),
);
