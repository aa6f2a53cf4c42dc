// Edits of the files of an organization by hand: each with the operations that a plan of it must come to.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isMap, parseDocument, type YAMLMap, YAMLSeq } from 'yaml';

export interface Edit {
  what: string;
  /** IDs of operations, or parts of them. */
  operations: string[];
}

interface Files {
  random: () => number;
  open(name: string): Document;
  /** Site files, by their names in the folder. */
  sites: readonly string[];
  /** The text of the tables beside them. */
  tables: string;
}

const pick = <T>(random: () => number, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];

const seqOf = (document: Document, key: string): YAMLMap[] => {
  const list = document.get(key);
  return list instanceof YAMLSeq ? list.items.filter(isMap) : [];
};

const collectionsIn = (list: readonly YAMLMap[]): YAMLMap[] =>
  list.flatMap((one) => {
    const inner = one.get('collections');
    return [one, ...(inner instanceof YAMLSeq ? collectionsIn(inner.items.filter(isMap)) : [])];
  });

const titles = (items: readonly YAMLMap[]) => items.map((one) => String(one.get('title')));
const isOnly = (items: readonly YAMLMap[], one: YAMLMap) =>
  titles(items).filter((title) => title === one.get('title')).length === 1;

/** What other files call a thing by its title is renamed with it; with a key only its values. */
function renameIn(document: Document, from: string, to: string, only?: string): void {
  const visit = (node: unknown): void => {
    if (node instanceof YAMLSeq) {
      node.items.forEach((item, at) => {
        const value = Object(item).value;
        if (value === from && only === undefined) node.set(at, to);
        else visit(item);
      });
    } else if (isMap(node))
      for (const pair of node.items) {
        const value = Object(pair.value).value;
        const isMeant = only === undefined || String(pair.key) === only;
        if (value === from && isMeant) Object(pair.value).value = to;
        else visit(pair.value);
      }
  };
  visit(document.contents);
}

type Maker = (files: Files) => Edit | undefined;

const MAKERS: readonly Maker[] = [
  ({ open, random, sites, tables }) => {
    const spaces = seqOf(open('spaces.yaml'), 'spaces');
    const one = pick(
      random,
      spaces.filter(
        (space) =>
          isOnly(spaces, space) && !tables.includes(String(space.get('title')).replaceAll('"', '""')),
      ),
    );
    if (!one) return undefined;
    const to = `Renamed ${Math.floor(random() * 1e6)}`;
    for (const name of sites) {
      renameIn(open(name), String(one.get('title')), to, 'space');
      // With sections it names one of these.
      if (!open(name).has('sections')) renameIn(open(name), String(one.get('title')), to, 'default');
    }
    renameIn(open('access.yaml'), `space:${one.get('title')}`, `space:${to}`);
    Object(one.get('title', true)).value = to;
    return { what: `rename space to ${to}`, operations: ['spaces.update'] };
  },
  ({ open, random }) => {
    const one = pick(random, seqOf(open('spaces.yaml'), 'spaces'));
    if (!one) return undefined;
    one.set('level', one.get('level') === 'comment' ? 'read' : 'comment');
    one.set('editMode', one.get('editMode') === 'live' ? 'locked' : 'live');
    return { what: 'settings of a space', operations: ['spaces.update'] };
  },
  ({ open, random }) => {
    const tree = open('collections.yaml');
    const collections = collectionsIn(seqOf(tree, 'collections'));
    const one = pick(random, seqOf(open('spaces.yaml'), 'spaces'));
    const to = pick(
      random,
      collections.filter((collection) => isOnly(collections, collection)),
    );
    const title = to?.get('title');
    if (!one || title === undefined || one.get('collection') === title || one.get('collection') !== undefined)
      return undefined;
    one.set('collection', title);
    return { what: `move space into ${title}`, operations: ['spaces.move'] };
  },
  ({ open, random }) => {
    const one = pick(
      random,
      seqOf(open('spaces.yaml'), 'spaces').filter((space) => space.has('collection')),
    );
    if (!one) return undefined;
    one.delete('collection');
    return { what: 'move space to the top', operations: ['spaces.move'] };
  },
  ({ open, random }) => {
    const one = pick(random, collectionsIn(seqOf(open('collections.yaml'), 'collections')));
    if (!one) return undefined;
    one.set('description', `Described ${Math.floor(random() * 1e6)}`);
    return { what: 'describe a collection', operations: ['collections.update'] };
  },
  ({ open, random }) => {
    // A collection at the top goes into another one.
    const list = open('collections.yaml').get('collections');
    if (!(list instanceof YAMLSeq)) return undefined;
    const [one, other] = [pick(random, list.items), pick(random, list.items)];
    if (!isMap(one) || !isMap(other) || one === other) return undefined;
    // Spaces may name collections by the titles on the way to them.
    if (
      seqOf(open('spaces.yaml'), 'spaces').some((space) =>
        String(space.get('collection') ?? '').includes('/'),
      )
    )
      return undefined;
    list.items = list.items.filter((item) => item !== one);
    const inner = other.get('collections');
    if (inner instanceof YAMLSeq) inner.items.push(one);
    else other.set('collections', Object.assign(new YAMLSeq(), { items: [one] }));
    return { what: 'move a collection', operations: ['collections.move'] };
  },
  ({ open, random }) => {
    const name = `New ${Math.floor(random() * 1e6)}`;
    const document = open('spaces.yaml');
    const list = document.get('spaces');
    if (!(list instanceof YAMLSeq)) return undefined;
    list.items.push(document.createNode({ title: name, editMode: 'live', level: 'read' }));
    return { what: 'add a space', operations: ['spaces.create', 'spaces.update'] };
  },
  ({ open, random, sites }) => {
    const document = open('spaces.yaml');
    const list = document.get('spaces');
    const one = pick(random, seqOf(document, 'spaces'));
    const grants = open('access.yaml').get('grants');
    if (!one || !(list instanceof YAMLSeq) || !(grants instanceof YAMLSeq)) return undefined;
    const isNamed = JSON.stringify(grants.toJSON()).includes('space:');
    if (isNamed || sites.length > 0) return undefined;
    list.items = list.items.filter((item) => item !== one);
    return { what: 'remove a space', operations: ['spaces.delete'] };
  },
  ({ open, random }) => {
    const team = pick(
      random,
      seqOf(open('teams.yaml'), 'teams').filter((one) => one.has('members')),
    );
    const members = team?.get('members');
    if (!team || !(members instanceof YAMLSeq) || members.items.length === 0) return undefined;
    if (members.items.length === 1) team.delete('members');
    else members.items.pop();
    return { what: 'take a member out of a team', operations: ['teamMembers.remove'] };
  },
  ({ open, random }) => {
    const team = pick(
      random,
      seqOf(open('teams.yaml'), 'teams').filter((one) => one.has('members')),
    );
    const members = team?.get('members');
    if (!team || !(members instanceof YAMLSeq)) return undefined;
    const [first] = members.items.splice(0, 1);
    if (members.items.length === 0) team.delete('members');
    const owners = team.get('owners');
    if (owners instanceof YAMLSeq) owners.items.push(first);
    else team.set('owners', Object.assign(new YAMLSeq(), { items: [first] }));
    return { what: 'make a member an owner', operations: ['teamMembers.set'] };
  },
  ({ open, random }) => {
    const teams = seqOf(open('teams.yaml'), 'teams');
    const team = pick(
      random,
      teams.filter((one) => isOnly(teams, one)),
    );
    if (!team) return undefined;
    const to = `Team ${Math.floor(random() * 1e6)}`;
    renameIn(open('access.yaml'), String(team.get('title')), to);
    Object(team.get('title', true)).value = to;
    return { what: 'rename a team', operations: ['teams.update'] };
  },
  ({ open, random }) => {
    const grants = open('access.yaml').get('grants');
    if (!(grants instanceof YAMLSeq)) return undefined;
    const singles = grants.items.filter(isMap).filter((one) => typeof one.get('on') === 'string');
    const one = pick(random, singles);
    if (!one) return undefined;
    if (random() < 0.5) {
      grants.items = grants.items.filter((item) => item !== one);
      return { what: 'end a grant', operations: ['remove'] };
    }
    one.set('level', one.get('level') === 'read' ? 'comment' : 'read');
    return { what: 'change a grant', operations: ['update'] };
  },
  ({ open, random }) => {
    const grants = open('access.yaml').get('grants');
    const spaces = seqOf(open('spaces.yaml'), 'spaces');
    const space = pick(
      random,
      spaces.filter((one) => isPlain(spaces, one)),
    );
    const teams = seqOf(open('teams.yaml'), 'teams');
    const team = pick(
      random,
      teams.filter((one) => isPlain(teams, one)),
    );
    if (!space || !team || !(grants instanceof YAMLSeq)) return undefined;
    const on = `space:${space.get('title')}`;
    if (JSON.stringify(grants.toJSON()).includes(JSON.stringify(on).slice(1, -1))) return undefined;
    grants.items.push(open('access.yaml').createNode({ team: team.get('title'), level: 'comment', on }));
    return { what: `give a team access to ${on}`, operations: ['add'] };
  },
  ({ open, random }) => {
    const settings = open('organization.yaml');
    if (random() < 0.5) settings.set('inviteLinks', settings.get('inviteLinks') !== true);
    else settings.set('defaultRole', settings.get('defaultRole') === 'comment' ? 'read' : 'comment');
    return { what: 'a setting of the organization', operations: ['orgs.update'] };
  },
  ({ open, random, sites }) => {
    const name = pick(random, sites);
    if (name === undefined) return undefined;
    Object(open(name).get('title', true)).value = `Site ${Math.floor(random() * 1e6)}`;
    return { what: `rename the site of ${name}`, operations: ['sites.update'] };
  },
  ({ open, random }) => {
    const one = pick(random, collectionsIn(seqOf(open('collections.yaml'), 'collections')));
    if (!one) return undefined;
    one.set('level', one.get('level') === 'comment' ? 'read' : 'comment');
    return { what: 'level of a collection', operations: ['collections.update'] };
  },
  ({ open, random }) => {
    const document = open('collections.yaml');
    const list = document.get('collections');
    if (!(list instanceof YAMLSeq)) return undefined;
    list.items.push(document.createNode({ title: `New ${Math.floor(random() * 1e6)}` }));
    return { what: 'add a collection', operations: ['collections.create'] };
  },
  ({ open, random }) => {
    const list = open('collections.yaml').get('collections');
    if (!(list instanceof YAMLSeq)) return undefined;
    const used = JSON.stringify([open('spaces.yaml').toJSON(), open('access.yaml').toJSON()]);
    const isFree = (one: unknown) => isMap(one) && !one.has('collections') && !isUsed(used, one);
    const one = pick(random, list.items.filter(isFree));
    if (!one) return undefined;
    list.items = list.items.filter((item) => item !== one);
    return { what: 'remove a collection', operations: ['collections.delete'] };
  },
  ({ open, random }) => {
    const document = open('teams.yaml');
    const list = document.get('teams');
    if (!(list instanceof YAMLSeq)) return undefined;
    list.items.push(document.createNode({ title: `New ${Math.floor(random() * 1e6)}` }));
    return { what: 'add a team', operations: ['teams.create'] };
  },
  ({ open, random }) => {
    const list = open('teams.yaml').get('teams');
    if (!(list instanceof YAMLSeq)) return undefined;
    const used = JSON.stringify(open('access.yaml').toJSON());
    const one = pick(
      random,
      list.items.filter((item) => isMap(item) && !isUsed(used, item)),
    );
    if (!one || used.includes('*')) return undefined;
    list.items = list.items.filter((item) => item !== one);
    return { what: 'remove a team', operations: ['teams.delete'] };
  },
];

/** Whether a text names a thing, by its title or by the ID beside that. */
function isUsed(text: string, one: YAMLMap): boolean {
  const title = one.get('title', true);
  const id = /id: (\w+)/.exec(String(title?.comment))?.[1];
  return text.includes(JSON.stringify(title?.value).slice(1, -1)) || (id !== undefined && text.includes(id));
}

/** A title that no pattern and no other thing has, in whatever case. */
const isPlain = (items: readonly YAMLMap[], one: YAMLMap): boolean => {
  const title = String(one.get('title')).toLowerCase();
  return !title.includes('*') && titles(items).filter((other) => other.toLowerCase() === title).length === 1;
};

/** Does one edit of chance to a folder. Undefined where that edit has nothing to act on. */
export function editFolder(folder: string, random: () => number, at: number): Edit | undefined {
  const documents = new Map<string, Document>();
  const open = (name: string) => {
    const found =
      documents.get(name) ?? parseDocument(readFileSync(join(folder, name), 'utf8'), { schema: 'core' });
    documents.set(name, found);
    return found;
  };
  const inside = existsSync(join(folder, 'sites')) ? readdirSync(join(folder, 'sites')) : [];
  const all = inside.map((name) => `sites/${name}`);
  const sites = all.filter((name) => name.endsWith('.yaml'));
  const tables = all
    .filter((name) => name.endsWith('.csv'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const edit = MAKERS[at % MAKERS.length]?.({ random, open, sites, tables: tables.join() });
  if (!edit) return undefined;
  for (const [name, document] of documents)
    writeFileSync(join(folder, name), document.toString({ lineWidth: 0 }));
  return edit;
}
