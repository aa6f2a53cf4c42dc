// docs sites structure, docs sites published: a site as a whole.
import type * as siteStructure from '../../api/sites/site-structure.generated.ts';
import * as siteStructureApi from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import { printRequest } from '../../engine/plan/dry-run.ts';
import { refuseTooMany } from '../../engine/plan/max-changes.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { noteEmpty } from '../../engine/run/empty-list.ts';
import { mergeInput } from '../../engine/run/input.ts';
import { called } from '../../engine/run/outcome.ts';
import { type Run, readData } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { sendAndShow, show } from '../../engine/run/send.ts';
import { chosenFormat, isForPeople, printRows, viewOf } from '../../engine/run/view.ts';
import { AmbiguousError, NotFoundError, seeHelp } from '../../errors.ts';
import { filled } from '../../output/columns.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { drawTree, type TreeNode } from '../../output/tree.ts';
import { showsObjects } from '../../output/view.ts';
import { nextToItself, type PositionRun, positionFlags } from '../position.ts';

// The structure of a site: as a tree for people, as rows for tables.

type Node =
  | siteStructure.SiteSectionGroup
  | siteStructure.SiteSection
  | siteStructure.SiteSpace
  | siteStructure.SiteExternalLink;

/** One node of a structure, with the node that contains it. */
interface SiteNode {
  type: siteStructureApi.SiteItem['type'];
  id: string;
  title: string;
  path?: string;
  depth: number;
}

/** Every node, depth first, in the order of the site. */
const nodesOf = ({ structure }: siteStructure.SiteStructure): SiteNode[] =>
  structure.flatMap((node) => nodesBelow(node, 0));

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
async function showStructure(
  run: Run,
  found: siteStructure.SiteStructure,
  { whole = found, asTree = false }: { whole?: unknown; asTree?: boolean } = {},
): Promise<void> {
  const { fields } = run.flags;
  if (fields === undefined && showsObjects(chosenFormat(run))) return show(run, whole);
  const { io } = run.context;
  if (found.structure.length === 0) await noteEmpty(run);
  if (isForPeople(run) || (asTree && chosenFormat(run) === undefined)) {
    const lines = drawTree(found.structure.map(toTree), { plain: io.accessible });
    return lines.length > 0 ? io.out(ciSafe(io, `${lines.join('\n')}\n`)) : undefined;
  }
  await printRows(run, nodesOf(found), viewOf(run, ROW));
}

const toTree = (node: Node): TreeNode => ({ label: labelOf(node), children: childrenOf(node).map(toTree) });

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

export const structure = subgroup(
  'structure',
  'Show and reorder the structure of a site',
  [
    command('get', siteStructureApi.getSiteStructure, {
      args: ['siteId?'],
      columns: ['type'],
      fields: ['type', 'id', 'title', 'path', 'depth'],
      none: 'sections or spaces',
      send: async (run) => showStructure(run, await readStructure(run)),
      examples: [
        ['Show a tree', 'docs sites structure get "Tarnpost Docs"'],
        ['The same as JSON', 'docs sites structure get "Tarnpost Docs" --json'],
      ],
      notes: 'Drawn as a tree on a terminal, elsewhere a row each; --json prints the platform’s object.',
    }),
    command('sort', siteStructureApi.sortSiteStructure, {
      args: ['item'],
      columns: ['object', 'id', 'title'],
      hidden: ['position'],
      options: [
        ...positionFlags('section, group, site space or external link'),
        flag('--type <type>', 'type of the item, where its name is ambiguous', {
          reach: 'platform',
          choices: siteStructureApi.SITE_ITEM_TYPES,
        }),
      ],
      oneOf: ['--before', '--after'],
      run: sortItem,
      uses: [siteStructureApi.getSiteStructure],
      done: 'moved',
      success: sayMoved,
      examples: ['docs sites structure sort API --before Guides --site "Tarnpost Docs"'],
      notes:
        'Items can be given by ID, title or path. An item placed next to a section in a group joins that group.',
    }),
  ],
  [
    ['Show a site as a tree', 'get'],
    ['Move a section before another', 'sort'],
  ],
);

export const published = command('published', siteStructureApi.getPublishedSite, {
  args: ['siteId'],
  idField: 'site.id',
  columns: ['site.title', 'site.visibility', 'structure.type'],
  options: [flag('--tree', 'show the structure as a tree', { reach: 'platform', group: 'Output:' })],
  send: showPublished,
  examples: ['docs sites published "Tarnpost Docs" --tree'],
  notes:
    'A share-link site needs --share-key. A sandbox takes the JWT of a visitor there too, for sites with visitor authentication.',
});

/** Both by the words they were given. */
async function sayMoved(run: PositionRun): Promise<string> {
  const { item } = run.args;
  const { before, after } = run.flags;
  const next = before === undefined ? `after "${after}"` : `before "${before}"`;
  return `moved "${item}" ${next} on ${await called(run, 'siteId', getSite)}`;
}

async function readStructure(run: Run): Promise<siteStructure.SiteStructure> {
  return withReferences(run, async (input) => {
    const client = await run.client();
    return client.call(siteStructureApi.getSiteStructure, siteOf(input));
  });
}

const siteOf = ({ organizationId, siteId, shareKey }: Run['input']) => ({
  organizationId: String(organizationId),
  siteId: String(siteId),
  ...(typeof shareKey === 'string' && { shareKey }),
});

async function showPublished(run: Run<Flags<'--tree'>>): Promise<void> {
  if (run.flags.tree !== true) return sendAndShow(run);
  const found = await withReferences(run, async (input) => {
    const client = await run.client();
    return client.call(siteStructureApi.getPublishedSite, siteOf(input));
  });
  await showStructure(run, found.structure, { whole: found, asTree: true });
}

/** The platform wants to know what kind each item is, so the structure is read first. */
async function sortItem(run: PositionRun & Run<Flags<'--type <type>'>>): Promise<void> {
  const { before, after } = run.flags;
  if ((before === undefined) === (after === undefined)) {
    throw seeHelp(run.path, 'either --before or --after is required');
  }
  const named = String(run.input.item);
  run.input = {};
  await fillContext(run);
  const tree = await readStructure(run);
  const find = (text: unknown, type?: unknown) => findItem(tree, String(text), type);
  const item = find(named, run.flags.type);
  const beside = find(before ?? after);
  if (item.id === beside.id) throw nextToItself(item.id);
  run.input = {
    ...mergeInput(await readData(run), run.input, run.operation),
    item,
    position: before === undefined ? { after: beside } : { before: beside },
  };
  if (run.flags.planOut !== undefined)
    return (await import('../../engine/plan/make-plan.ts')).planOne(run, false);
  await refuseTooMany(run, 1);
  if (run.flags.dryRun) return printRequest(run);
  await sendAndShow(run);
}

/** By id, then by title or path. Throws NotFoundError, AmbiguousError. */
function findItem(tree: siteStructure.SiteStructure, text: string, type: unknown): siteStructureApi.SiteItem {
  const nodes = nodesOf(tree).filter((node) => type === undefined || node.type === type);
  const byId = nodes.find(({ id }) => id === text);
  const matches = byId ? [byId] : nodes.filter(({ title, path }) => title === text || path === text);
  const [found] = matches;
  if (!found) {
    throw new NotFoundError(`nothing that you can see on the site is called "${text}"`, {
      hint: 'docs sites structure get',
    });
  }
  // A section and its only site space often share a name: the section is meant.
  const outer = matches.filter(({ depth }) => depth === Math.min(...matches.map((one) => one.depth)));
  if (outer.length > 1) {
    const listed = outer.map(({ id, type: kind }) => `${kind} ${id}`).join(', ');
    throw new AmbiguousError(`${outer.length} things are called "${text}": ${listed}`, {
      hint: 'use the ID, or --type',
    });
  }
  const { id, type: kind } = outer[0] ?? found;
  return { type: kind, id };
}
