// The structure of a site: as a tree for people, as rows for tables.
import type { SiteExternalLink } from '../../api/sites/site-external-links.ts';
import type { SiteSectionGroup } from '../../api/sites/site-section-groups.ts';
import type { SiteSection } from '../../api/sites/site-sections.ts';
import type { SiteSpace } from '../../api/sites/site-spaces.ts';
import type { SiteItem, SiteStructure } from '../../api/sites/site-structure.ts';
import { noteEmpty } from '../../engine/run/empty-list.ts';
import type { Run } from '../../engine/run/run.ts';
import { show } from '../../engine/run/send.ts';
import { chosenFormat, isForPeople, viewOf } from '../../engine/run/view.ts';
import { filled } from '../../output/fill-template.ts';
import { listWriter } from '../../output/render.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { drawTree, type TreeNode } from '../../output/tree.ts';

type Node = SiteSectionGroup | SiteSection | SiteSpace | SiteExternalLink;

/** One node of a structure with what it stands in. */
export interface SiteNode {
  type: SiteItem['type'] | SiteExternalLink['object'];
  id: string;
  title: string;
  path?: string;
  depth: number;
}

/** Every node, depth first, in the order of the site. */
export function nodesOf({ structure }: SiteStructure): SiteNode[] {
  return structure.flatMap((node) => nodesBelow(node, 0));
}

function nodesBelow(node: Node, depth: number): SiteNode[] {
  const { object: type, id, title } = node;
  const path = 'path' in node ? { path: node.path } : {};
  return [
    { type, id, title, ...path, depth },
    ...childrenOf(node).flatMap((child) => nodesBelow(child, depth + 1)),
  ];
}

const childrenOf = (node: Node): readonly Node[] => {
  if (node.object === 'site-section-group') return node.children;
  return node.object === 'site-section' ? node.siteSpaces : [];
};

const ROW = ['type', 'id', 'title', 'path', 'depth'];

/** Prints the structure: a tree on a terminal, a row a node elsewhere; as JSON the platform's own object. */
export async function showStructure(
  run: Run,
  found: SiteStructure,
  { whole = found, asTree = false }: { whole?: unknown; asTree?: boolean } = {},
): Promise<void> {
  const format = chosenFormat(run) ?? 'table';
  const { fields } = run.flags;
  if (fields === undefined && ['json', 'yaml', 'ndjson'].includes(format)) return show(run, whole);
  const { io } = run.context;
  if (found.structure.length === 0) await noteEmpty(run);
  if (isForPeople(run) || (asTree && chosenFormat(run) === undefined)) {
    const lines = drawTree(found.structure.map(toTree), { plain: io.accessible });
    return lines.length > 0 ? io.out(ciSafe(io, `${lines.join('\n')}\n`)) : undefined;
  }
  const writer = await listWriter(io, viewOf(run, ROW));
  await writer.page(nodesOf(found));
  await writer.end();
}

function toTree(node: Node): TreeNode {
  return { label: labelOf(node), children: childrenOf(node).map(toTree) };
}

function labelOf(node: Node): string {
  const { title } = node;
  if (node.object === 'site-section-group') return safeLine(filled`${title} (group)`);
  if (node.object === 'site-external-link') {
    const state = [node.draft ? 'draft' : '', node.condition === undefined ? '' : `if ${node.condition}`];
    const said = state.filter(Boolean).join(', ');
    return safeLine(filled`${title} -> ${node.url}${said ? ` [${said}]` : ''}`);
  }
  const marks = [node.default ? 'default' : '', node.condition === undefined ? '' : `if ${node.condition}`];
  const note = marks.filter(Boolean).join(', ');
  const space =
    node.object === 'site-space' && node.space.title !== title ? filled` = ${node.space.title}` : '';
  return safeLine(filled`${title}${space} /${node.path}${note ? ` [${note}]` : ''}`);
}
