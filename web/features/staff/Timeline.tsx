import type { TimelineEntry } from '#contract/api/staff/staff-people.ts';
import { dayIn } from '#contract/fields/day.ts';
