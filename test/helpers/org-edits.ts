// Edits of the files of an organization by hand: each with the operations that a plan of it must come to.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isMap, parseDocument, type YAMLMap, YAMLSeq } from 'yaml';

export interface Edit {
  what: string;
  /** IDs of operations, or parts of them. */
  operations: string[];
}

/** That edit has nothing to act on. */
class Nothing extends Error {}
const nothing = (): never => {
  throw new Nothing();
};

/** The files of a folder as they are edited. */
class Files {
  readonly documents = new Map<string, Document>();
  /** Site files, by their names in the folder. */
  readonly sites: readonly string[];
  /** The text of the tables beside them. */
  readonly tables: string;
  private readonly folder: string;
  private readonly random: () => number;

  constructor(folder: string, random: () => number) {
    this.folder = folder;
    this.random = random;
    const inside = existsSync(join(folder, 'sites')) ? readdirSync(join(folder, 'sites')) : [];
    const all = inside.map((name) => `sites/${name}`);
    this.sites = all.filter((name) => name.endsWith('.yaml'));
    const tables = all.filter((name) => name.endsWith('.csv'));
    this.tables = tables.map((name) => readFileSync(join(folder, name), 'utf8')).join();
  }

  open(name: string): Document {
    const known = this.documents.get(name);
    const found = known ?? parseDocument(readFileSync(join(this.folder, name), 'utf8'), { schema: 'core' });
    this.documents.set(name, found);
    return found;
  }

  /** `teams` of teams.yaml; of access.yaml its grants. */
  list(key: 'spaces' | 'collections' | 'teams' | 'grants'): YAMLSeq {
    const list = this.open(key === 'grants' ? 'access.yaml' : `${key}.yaml`).get(key);
    return list instanceof YAMLSeq ? list : nothing();
  }

  maps = (key: Parameters<Files['list']>[0]): YAMLMap[] => this.list(key).items.filter(isMap);
  /** Also those in others. */
  collections = (): YAMLMap[] => collectionsIn(this.maps('collections'));
  text = (name: string): string => JSON.stringify(this.open(name).toJSON());
  isHalf = (): boolean => this.random() < 0.5;
  number = (): number => Math.floor(this.random() * 1e6);

  /** One of them, if there is any. */
  one = <T>(from: readonly T[]): T =>
    from.length === 0 ? nothing() : (from[Math.floor(this.random() * from.length)] as T);

  add(key: 'spaces' | 'collections' | 'teams', more: object = {}): void {
    const document = this.open(`${key}.yaml`);
    this.list(key).items.push(document.createNode({ title: `New ${this.number()}`, ...more }));
  }

  remove(key: Parameters<Files['list']>[0], one: unknown): void {
    const list = this.list(key);
    list.items = list.items.filter((item) => item !== one);
  }
}

const collectionsIn = (list: readonly YAMLMap[]): YAMLMap[] =>
  list.flatMap((one) => [one, ...collectionsIn(listOf(one, 'collections').items.filter(isMap))]);

/** What a map has under a key, or a list of its own that is empty. */
const listOf = (one: YAMLMap, key: string): YAMLSeq => {
  const list = one.get(key);
  return list instanceof YAMLSeq ? list : new YAMLSeq();
};

/** Put at the end of the list under a key, which comes with it. */
function put(one: YAMLMap, key: string, item: unknown): void {
  if (!(one.get(key) instanceof YAMLSeq)) one.set(key, new YAMLSeq());
  listOf(one, key).items.push(item);
}

const titleOf = (one: YAMLMap): string => String(one.get('title'));
const isOnly = (items: readonly YAMLMap[], one: YAMLMap) =>
  items.filter((item) => titleOf(item) === titleOf(one)).length === 1;
const rename = (one: YAMLMap | Document, to: string) => {
  Object(one.get('title', true)).value = to;
};
const setOther = (one: YAMLMap | Document, key: string, [first, second]: readonly [string, string]) =>
  one.set(key, one.get(key) === first ? second : first);

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

/** Each says what it did, and the operations of a plan of that. */
const MAKERS: readonly ((files: Files) => [what: string, ...operations: string[]])[] = [
  (files) => {
    const spaces = files.maps('spaces');
    const inTables = (space: YAMLMap) => files.tables.includes(titleOf(space).replaceAll('"', '""'));
    const one = files.one(spaces.filter((space) => isOnly(spaces, space) && !inTables(space)));
    const to = `Renamed ${files.number()}`;
    for (const site of files.sites.map((name) => files.open(name))) {
      renameIn(site, titleOf(one), to, 'space');
      // With sections it names one of these.
      if (!site.has('sections')) renameIn(site, titleOf(one), to, 'default');
    }
    renameIn(files.open('access.yaml'), `space:${titleOf(one)}`, `space:${to}`);
    rename(one, to);
    return [`rename space to ${to}`, 'spaces.update'];
  },
  (files) => {
    const one = files.one(files.maps('spaces'));
    setOther(one, 'level', ['comment', 'read']);
    setOther(one, 'editMode', ['live', 'locked']);
    return ['settings of a space', 'spaces.update'];
  },
  (files) => {
    const collections = files.collections();
    const one = files.one(files.maps('spaces'));
    const to = files.one(collections.filter((collection) => isOnly(collections, collection)));
    if (one.get('collection') !== undefined) nothing();
    one.set('collection', to.get('title'));
    return [`move space into ${titleOf(to)}`, 'spaces.move'];
  },
  (files) => {
    files.one(files.maps('spaces').filter((space) => space.has('collection'))).delete('collection');
    return ['move space to the top', 'spaces.move'];
  },
  (files) => {
    files.one(files.collections()).set('description', `Described ${files.number()}`);
    return ['describe a collection', 'collections.update'];
  },
  (files) => {
    // A collection at the top goes into another one.
    const { items } = files.list('collections');
    const [one, other] = [files.one(items), files.one(items)];
    if (!isMap(one) || !isMap(other) || one === other) return nothing();
    // Spaces may name collections by the titles on the way to them.
    if (files.maps('spaces').some((space) => String(space.get('collection') ?? '').includes('/'))) nothing();
    files.remove('collections', one);
    put(other, 'collections', one);
    return ['move a collection', 'collections.move'];
  },
  (files) => {
    files.add('spaces', { editMode: 'live', level: 'read' });
    return ['add a space', 'spaces.create', 'spaces.update'];
  },
  (files) => {
    const one = files.one(files.maps('spaces'));
    const isNamed = JSON.stringify(files.list('grants').toJSON()).includes('space:');
    if (isNamed || files.sites.length > 0) nothing();
    files.remove('spaces', one);
    return ['remove a space', 'spaces.delete'];
  },
  (files) => {
    const team = files.one(files.maps('teams').filter((one) => one.has('members')));
    const { items } = listOf(team, 'members');
    if (items.length === 0) nothing();
    if (items.length === 1) team.delete('members');
    else items.pop();
    return ['take a member out of a team', 'teamMembers.remove'];
  },
  (files) => {
    const team = files.one(files.maps('teams').filter((one) => one.has('members')));
    const { items } = listOf(team, 'members');
    const [first] = items.splice(0, 1);
    if (items.length === 0) team.delete('members');
    put(team, 'owners', first);
    return ['make a member an owner', 'teamMembers.set'];
  },
  (files) => {
    const teams = files.maps('teams');
    const team = files.one(teams.filter((one) => isOnly(teams, one)));
    const to = `Team ${files.number()}`;
    renameIn(files.open('access.yaml'), titleOf(team), to);
    rename(team, to);
    return ['rename a team', 'teams.update'];
  },
  (files) => {
    const one = files.one(files.maps('grants').filter((grant) => typeof grant.get('on') === 'string'));
    if (files.isHalf()) {
      files.remove('grants', one);
      return ['end a grant', 'remove'];
    }
    setOther(one, 'level', ['read', 'comment']);
    return ['change a grant', 'update'];
  },
  (files) => {
    const [spaces, teams] = [files.maps('spaces'), files.maps('teams')];
    const space = files.one(spaces.filter((one) => isPlain(spaces, one)));
    const team = files.one(teams.filter((one) => isPlain(teams, one)));
    const on = `space:${titleOf(space)}`;
    const grants = files.list('grants');
    if (JSON.stringify(grants.toJSON()).includes(JSON.stringify(on).slice(1, -1))) nothing();
    const grant = { team: team.get('title'), level: 'comment', on };
    grants.items.push(files.open('access.yaml').createNode(grant));
    return [`give a team access to ${on}`, 'add'];
  },
  (files) => {
    const settings = files.open('organization.yaml');
    if (files.isHalf()) settings.set('inviteLinks', settings.get('inviteLinks') !== true);
    else setOther(settings, 'defaultRole', ['comment', 'read']);
    return ['a setting of the organization', 'orgs.update'];
  },
  (files) => {
    const name = files.one(files.sites);
    rename(files.open(name), `Site ${files.number()}`);
    return [`rename the site of ${name}`, 'sites.update'];
  },
  (files) => {
    setOther(files.one(files.collections()), 'level', ['comment', 'read']);
    return ['level of a collection', 'collections.update'];
  },
  (files) => {
    files.add('collections');
    return ['add a collection', 'collections.create'];
  },
  (files) => {
    const used = files.text('spaces.yaml') + files.text('access.yaml');
    const isFree = (one: YAMLMap) => !one.has('collections') && !isUsed(used, one);
    files.remove('collections', files.one(files.maps('collections').filter(isFree)));
    return ['remove a collection', 'collections.delete'];
  },
  (files) => {
    files.add('teams');
    return ['add a team', 'teams.create'];
  },
  (files) => {
    const used = files.text('access.yaml');
    if (used.includes('*')) nothing();
    files.remove('teams', files.one(files.maps('teams').filter((one) => !isUsed(used, one))));
    return ['remove a team', 'teams.delete'];
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
  const title = titleOf(one).toLowerCase();
  return !title.includes('*') && items.filter((other) => titleOf(other).toLowerCase() === title).length === 1;
};

/** Does one edit of chance to a folder. Undefined where that edit has nothing to act on. */
export function editFolder(folder: string, random: () => number, at: number): Edit | undefined {
  const files = new Files(folder, random);
  try {
    const [what, ...operations] = MAKERS[at % MAKERS.length]?.(files) ?? nothing();
    for (const [name, document] of files.documents)
      writeFileSync(join(folder, name), document.toString({ lineWidth: 0 }));
    return { what, operations };
  } catch (error) {
    if (error instanceof Nothing) return undefined;
    throw error;
  }
}
