#!/usr/bin/env node
import { requireNode24 } from './node-version.mjs';

await requireNode24();
const { build } = await import('./build.mjs');
await build();
await import('../dist/src/cli.js');
