import { runWithOwnNode } from './bootstrap.mjs';

runWithOwnNode({ script: 'scripts/start.ts' });
