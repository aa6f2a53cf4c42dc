// What differs between a file and its site, each field by itself, as the plan that would put it back tells it.

import { wordOf } from '../../../engine/plan/change-leaves.ts';
import type { PlanRow } from '../../../engine/plan/plan.ts';
import { changesOf, signOf } from '../../../engine/plan/plan-lines.ts';

export interface DriftFinding {
  site: { id: string; title: string };
  kind: DriftKind;
  /** `section "Guides"`. */
  what: string;
  field: string | null;
  live: unknown;
  file: unknown;
  /** Of the file. */
  path: string;
  line: number | null;
}

/** `misfit`: no plan leads from the one to the other, and `live` says why. */
export type DriftKind = 'missing' | 'extra' | 'changed' | 'order' | 'misfit';

const FIRST = /^default(SiteSpace|SiteSection)$/;

/** Findings of one row: a field each, but for what is missing, too much or in another place. */
export function findingsOf(row: PlanRow, site: DriftFinding['site'], path: string): DriftFinding[] {
  const { target, operation } = row;
  const about = {
    site,
    what: target.title === undefined ? target.kind : `${target.kind} "${target.title}"`,
    path,
    line: row.line ?? null,
  };
  const whole = (kind: DriftKind): DriftFinding[] => [
    { ...about, kind, field: null, live: null, file: null },
  ];
  if (operation === 'siteStructure.sort' || operation.startsWith('siteSectionGroups.add'))
    return whole('order');
  if (operation === 'siteSectionGroups.remove') return whole('order');
  if (operation === 'customization.reset')
    return [{ ...about, kind: 'changed', field: 'customization', live: 'its own', file: null }];
  if (operation === 'sites.publish' || operation === 'sites.unpublish')
    return [
      {
        ...about,
        kind: 'changed',
        field: 'publish',
        live: operation === 'sites.unpublish',
        file: operation === 'sites.publish',
      },
    ];
  if (signOf(row) === '-') return whole('extra');
  if (signOf(row) === '+') return whole('missing');
  return changesOf(row).map(({ field, from, to }) => ({
    ...about,
    kind: 'changed' as const,
    field: FIRST.test(field) ? 'default' : field,
    live: from ?? null,
    file: to ?? null,
  }));
}

const WORDS: Record<Exclude<DriftKind, 'changed' | 'misfit'>, string> = {
  missing: 'is missing on the site',
  extra: 'is not in the file',
  order: 'is in another place',
};

/** `section "Guides": icon`: what an ignore file names. */
export const nameOf = ({ what, field }: DriftFinding): string =>
  field === null ? what : `${what}: ${field}`;

/** Reads on after the name. */
export function messageOf({ kind, live, file, site }: DriftFinding): string {
  if (kind === 'missing' && site.id === '') return 'does not exist';
  if (kind === 'misfit') return `is of another form: ${live}`;
  return kind === 'changed' ? `is ${wordOf(live)}, the file has ${wordOf(file)}` : WORDS[kind];
}
