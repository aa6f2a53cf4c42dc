// Content by hash, and the immutable revisions that point to it. A revision's tree is content too.
import type { Revision } from '../../../api/content/content-shapes.ts';
import { LocalIoError } from '../../../errors.ts';
import { nonNull } from '../../../files/lists.ts';
import { nodeCrypto } from '../../../files/of-node.ts';
import type { ContentStore, Hash, Tree } from '../../content/model.ts';
import { whenFree } from '../../lock.ts';
import { slices } from '../../slices.ts';
import { newId } from '../../urls.ts';
import { type Database, perDatabase } from '../database.ts';
import { json, jsonOrNull, key, type RowOf, table, text, textOrNull } from '../table.ts';

export const contentTables = `
CREATE TABLE blobs (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT`;

// No foreign key to spaces: a space names its revision and a revision its space, and one of them comes first.
export const revisions = table(
  'revisions',
  {
    id: key(),
    space: text(),
    type: text<RevisionType>(),
    tree: text('REFERENCES blobs (hash)'),
    parents: json<string[]>(),
    createdAt: text(),
    createdBy: textOrNull(),
    mergedFrom: textOrNull(),
    git: jsonOrNull<RevisionGit>(),
  },
  { indexes: ['CREATE INDEX revisions_of_space ON revisions (space, createdAt)'] },
);

export type RevisionType = Revision['type'];
export type RevisionGit = NonNullable<Revision['git']>;

export interface RevisionRow {
  id: string;
  space: string;
  type: RevisionType;
  /** Hash of the tree's JSON. */
  tree: Hash;
  parents: string[];
  /** ISO date and time. */
  createdAt: string;
  createdBy?: string;
  /** Id of the change request a revision of type `merge` came from. */
  mergedFrom?: string;
  git?: RevisionGit;
}

export interface NewRevision {
  /** A tree to keep, or the hash of one that is kept already. */
  tree: Tree | Hash;
  type: RevisionType;
  parents: string[];
  createdAt: string;
  createdBy?: string | undefined;
  mergedFrom?: string | undefined;
  git?: RevisionGit | undefined;
}

export interface Content extends ContentStore {
  has(hash: Hash): boolean;
  /** The hash of a tree, which is kept as JSON. */
  putTree(tree: Tree): Hash;
}

export interface Revisions {
  get(id: string): RevisionRow | undefined;
  /** The tree of a revision; throws LocalIoError when there is no such revision. Never change it in place. */
  tree(id: string): Tree;
  /** The tree kept under a hash. Never change it in place. */
  treeAt(hash: Hash): Tree;
  /** Keeps a new revision and returns its id; moves nothing. */
  commit(spaceId: string, revision: NewRevision): string;
  /** Git metadata is the one thing of a revision that may change: where its pages lie in a repository. */
  describeGit(id: string, git: RevisionGit, tree: Hash): void;
  ofSpace(spaceId: string): RevisionRow[];
  /** Forgets the revisions of a space that is gone for good; content that others share stays. */
  removeOfSpace(spaceId: string): void;
}

/** Content in the `blobs` table. `get` and `text` throw LocalIoError for a hash that is not kept. */
export const contentStore = perDatabase((db): Content => {
  const has = (hash: Hash) => db.get('SELECT 1 FROM blobs WHERE hash = ?', hash) !== undefined;
  const get = (hash: Hash): Uint8Array => {
    const row = db.get<{ bytes: Uint8Array }>('SELECT bytes FROM blobs WHERE hash = ?', hash);
    if (!row)
      throw new LocalIoError(`the sandbox has no content ${hash}`, { hint: 'docs sandbox status --check' });
    return row.bytes;
  };
  const put = (given: Uint8Array | string): Hash => {
    const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
    const hash = hashOf(bytes);
    // Asked first: most pages of a new tree are kept already, and a question does not wait for the write lock.
    if (!has(hash))
      db.run('INSERT INTO blobs (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING', hash, bytes);
    return hash;
  };
  return {
    has,
    get,
    put,
    putTree: (tree) => put(JSON.stringify(tree)),
    text: (hash) => textOf(get(hash)),
  };
});

/** A byte order mark is content: what was imported is exported again as it was. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const textOf = (bytes: Uint8Array) => decoder.decode(bytes);

export const hashOf = (bytes: Uint8Array): Hash =>
  nodeCrypto().createHash('sha256').update(bytes).digest('hex');

/** Of all trees that stay parsed, in bytes of their JSON; in memory they take about four times as much. */
const TREE_BYTES_KEPT = 12 * 1024 * 1024;

/** The trees read last. One always stays, however large it is. */
function treeMemory() {
  const kept = new Map<Hash, { tree: Tree; size: number }>();
  let total = 0;
  return (hash: Hash, read: () => Uint8Array): Tree => {
    const known = kept.get(hash);
    kept.delete(hash);
    const bytes = known ? undefined : read();
    // Safe: only `putTree` writes trees.
    const entry = known ?? {
      tree: JSON.parse(textOf(bytes ?? new Uint8Array())) as Tree,
      size: bytes?.length ?? 0,
    };
    if (!known) total += entry.size;
    kept.set(hash, entry);
    for (const [oldest, { size }] of kept) {
      if (total <= TREE_BYTES_KEPT || oldest === hash) break;
      kept.delete(oldest);
      total -= size;
    }
    return entry.tree;
  };
}

/** Revisions in the `revisions` table; the trees read last stay parsed. */
export const revisionsStore = perDatabase((db): Revisions => {
  const content = contentStore(db);
  const store = revisions(db);
  const remember = treeMemory();
  const get = (id: string) => {
    const row = store.find({ id });
    return row && toRow(row);
  };
  const keep = (tree: Tree | Hash): Hash => (typeof tree === 'string' ? tree : content.putTree(tree));
  const treeAt = (hash: Hash): Tree => remember(hash, () => content.get(hash));
  return {
    get,
    tree(id) {
      const row = get(id);
      if (!row)
        throw new LocalIoError(`the sandbox has no revision ${id}`, {
          hint: 'docs sandbox status --check',
        });
      return treeAt(row.tree);
    },
    treeAt,
    commit(space, { createdBy = null, mergedFrom = null, git = null, ...revision }) {
      const id = newId();
      store.insert({ id, space, ...revision, tree: keep(revision.tree), createdBy, mergedFrom, git });
      return id;
    },
    describeGit(id, git, tree) {
      store.update({ id }, { git, tree });
    },
    ofSpace: (space) => store.all({ space }, 'createdAt, rowid').map(toRow),
    removeOfSpace(space) {
      store.remove({ space });
    },
  };
});

function toRow({ createdBy, mergedFrom, git, ...rest }: RowOf<typeof revisions>): RevisionRow {
  return { ...rest, ...nonNull({ createdBy, mergedFrom, git }) };
}

// Content that is only put aside until it is kept: long work holds no lock, and leaves nothing behind when it fails.

export interface BufferedContent extends ContentStore {
  /** Keeps what was put aside, in the transaction of the caller. */
  flush(): void;
  /**
   * Keeps what was put aside, some at a time, so that a short transaction can make a revision of it. Nobody sees content
   * that no revision names: when the process dies in between, nothing has happened.
   */
  flushInSlices(): Promise<void>;
}

/** Of one transaction: others who write wait no longer than for these. */
const BATCH = 200;
const BATCH_BYTES = 4 * 1024 * 1024;

export function bufferedContent(db: Database): BufferedContent {
  const store = contentStore(db);
  const waiting = new Map<Hash, Uint8Array>();
  const flush = () => {
    for (const bytes of waiting.values()) store.put(bytes);
    waiting.clear();
  };
  return {
    get: (hash) => waiting.get(hash) ?? store.get(hash),
    text(hash) {
      const bytes = waiting.get(hash);
      return bytes ? textOf(bytes) : store.text(hash);
    },
    put(content) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const hash = hashOf(bytes);
      waiting.set(hash, bytes);
      return hash;
    },
    flush,
    async flushInSlices() {
      const pause = slices();
      for (const batch of batchesOf([...waiting])) {
        await whenFree(db);
        db.transaction(() => {
          for (const [, bytes] of batch) store.put(bytes);
        });
        for (const [hash] of batch) waiting.delete(hash);
        await pause();
      }
    },
  };
}

function* batchesOf(waiting: readonly [Hash, Uint8Array][]): Generator<[Hash, Uint8Array][]> {
  let batch: [Hash, Uint8Array][] = [];
  let size = 0;
  for (const entry of waiting) {
    batch.push(entry);
    size += entry[1].length;
    if (batch.length < BATCH && size < BATCH_BYTES) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
