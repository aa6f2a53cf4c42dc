// Lists of integrations: who sees which, and the filters of a list, in SQL.
import type { listOrganizationIntegrations } from '../../../api/integrations/installed-integrations.ts';
import type { listIntegrations } from '../../../api/integrations/integrations.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Param } from '../../db/database.ts';

/** A condition and its parameters. */
export type Condition = readonly [string, ...Param[]];

/** Their values differ in what a host of another age knows. */
type Filters = Partial<
  Omit<InputOf<typeof listIntegrations> | InputOf<typeof listOrganizationIntegrations>, 'page' | 'limit'>
>;

const inList = (field: string) =>
  `EXISTS (SELECT 1 FROM json_each(n.details, '$.${field}') e WHERE e.value = ?)`;
const anyOf = (field: string, wanted: boolean) =>
  `ifnull(json_array_length(n.details, '$.${field}'), 0) ${wanted ? '>' : '='} 0`;

/** Those of an audience, as far as the filters let them through: conditions on `integrations n`. */
export function listed(audience: Condition, filters: Filters): { where: string[]; params: Param[] } {
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filters;
  const found: Condition[] = [audience];
  if (search !== undefined) found.push(['instr(lower(n.name), lower(?)) > 0', search]);
  if (category !== undefined) found.push([inList('categories'), category]);
  if (scope !== undefined) found.push([inList('scopes'), scope]);
  if (owner !== undefined) found.push(['n.organization = ?', owner]);
  if (target !== undefined) found.push(["n.target IN (?, 'all')", target]);
  if (blocks !== undefined) found.push([anyOf('blocks', blocks)]);
  if (contentSources !== undefined) found.push([anyOf('contentSources', contentSources)]);
  if (blockDomain !== undefined) {
    found.push([
      `EXISTS (SELECT 1 FROM json_each(n.details, '$.blocks') b, json_each(b.value, '$.urlUnfurl') u
       WHERE instr(lower(u.value), lower(?)) > 0)`,
      blockDomain,
    ]);
  }
  return {
    where: found.map(([condition]) => condition),
    params: found.flatMap(([, ...params]) => params),
  };
}
