import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};

const file = path.resolve(import.meta.dirname, '../../../deploy/prometheus/alarms.yaml');

/** The rules, as deployed to Prometheus. */
export function readRules(): Rule[] {
  return (parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
}
