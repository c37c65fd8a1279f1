import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.ts';

/** Once per run, before the first test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('databaseAdminUrl', cluster.adminUrl);
  return cluster.stop;
}
