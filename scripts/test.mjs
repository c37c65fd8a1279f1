import { runWithOwnNode } from './bootstrap.mjs';

runWithOwnNode({ script: 'scripts/test.ts' });
