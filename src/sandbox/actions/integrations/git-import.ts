// Brings the content of a git repository into a space.
import { ConflictError } from '../../../errors.ts';
import type { RepoSettings } from '../../../jobs/folder/settings.ts';
import type { Conflict } from '../../content/merge/conflict.ts';
import type { ContentStore, Hash, Tree } from '../../content/model.ts';
import { sameTrees } from '../../content/tree.ts';
import { bufferedContent } from '../../db/content/buffered-content.ts';
import { contentStore, type RevisionGit, revisionsStore } from '../../db/content/content.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { gitStore } from '../../db/integrations/git-operations.ts';
import { newId } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { inSlices } from '../../slices.ts';
import { commitUrl } from './git-address.ts';
import { commonTree, type GitFields, repositoryKey, setupOf, sourceOf } from './git-source.ts';
import type { GitWork } from './git-sync.ts';

export type ImportFields = GitFields & { standalone?: boolean };

/**
 * Clones, reads the branch, and makes a revision of it. Edits made in the space since the last sync with the
 * same branch are merged in, and a conflict fails the import; with `force`, and the first time, the repository wins.
 */
export function importWork(fields: ImportFields): GitWork {
  return async (sandbox, signal) => {
    const { importFromGit } = await import('../../content/git/git-import.ts');
    const base = fields.force ? undefined : commonTree(sandbox, fields);
    const content = bufferedContent(sandbox.db);
    const { tree, commit, settings } = await importFromGit({
      ...sourceOf(sandbox, fields),
      previous:
        base === undefined ? mainTree(sandbox, fields.spaceId) : revisionsStore(sandbox.db).treeAt(base),
      content,
      newId,
      now: sandbox.now().toISOString(),
      signal,
    });
    const git = gitOf(fields, commit);
    return async () => {
      const { revision } = spaceStore(sandbox.db).live(fields.spaceId);
      const next = fields.standalone ? tree : await onTopOf(sandbox, { base, revision, tree, content });
      // A second import of the same commit changes nothing, and so makes no change request outdated.
      const isKnown = await isKnownAs(sandbox, { revision, next, git });
      await content.flushInSlices();
      return () => writeImport(sandbox, fields, { tree, next, git, revision, isKnown, settings });
    };
  };
}

interface OnTop {
  /** What space and branch had in common last; absent: the repository wins. */
  base: Hash | undefined;
  /** Head of the space. */
  revision: string;
  /** What the repository holds. */
  tree: Tree;
  content: ContentStore;
}

/** Puts the edits made in the space on top. Throws ConflictError. */
async function onTopOf({ db }: Sandbox, { base, revision, tree, content }: OnTop): Promise<Tree> {
  if (base === undefined) return tree;
  const { mergeTrees } = await import('../../content/merge/merge.ts');
  const revisions = revisionsStore(db);
  const merged = await inSlices(
    mergeTrees({ base: revisions.treeAt(base), ours: revisions.tree(revision), theirs: tree, content }),
  );
  if (merged.conflicts.length > 0) throw conflictsWithEdits(merged.conflicts);
  return merged.tree;
}

async function isKnownAs(
  { db }: Sandbox,
  { revision, next, git }: { revision: string; next: Tree; git: RevisionGit },
): Promise<boolean> {
  const revisions = revisionsStore(db);
  return revisions.get(revision)?.git?.oid === git.oid && inSlices(sameTrees(next, revisions.tree(revision)));
}

interface Imported {
  tree: Tree;
  next: Tree;
  git: RevisionGit;
  /** The head that `next` was made for. */
  revision: string;
  isKnown: boolean;
  settings: RepoSettings;
}

/** False, and nothing is written, where the space has moved on. */
function writeImport(
  sandbox: Sandbox,
  fields: ImportFields,
  { tree, next, git, revision, isKnown, settings }: Imported,
): boolean {
  const { db } = sandbox;
  const space = spaceStore(db).live(fields.spaceId);
  const createdAt = sandbox.now().toISOString();
  const make = (made: Tree | Hash) =>
    revisionsStore(db).commit(space.id, {
      tree: made,
      type: 'edits',
      parents: [space.revision],
      createdAt,
      git,
    });
  if (fields.standalone) {
    make(tree);
    return true;
  }
  if (space.revision !== revision) return false;
  const syncedTree = contentStore(db).putTree(tree);
  // A large tree is written once: each time takes a tenth of a second.
  if (!isKnown) spaceStore(db).setRevision(space.id, make(next === tree ? syncedTree : next), createdAt);
  gitStore(db).setUp(space.id, { syncedWith: repositoryKey(fields), syncedTree, ...setupOf(settings) });
  return true;
}

const mainTree = ({ db }: Sandbox, spaceId: string): Tree =>
  revisionsStore(db).tree(spaceStore(db).live(spaceId).revision);

function gitOf(
  { ref, repoCommitURL }: ImportFields,
  { oid, message }: { oid: string; message: string },
): RevisionGit {
  const url = commitUrl(repoCommitURL, oid);
  return { oid, message, createdByService: false, ...(url !== undefined && { url }), ref };
}

function conflictsWithEdits(conflicts: readonly Conflict[]): ConflictError {
  const [first] = conflicts;
  const more = conflicts.length > 1 ? `, and ${conflicts.length - 1} more` : '';
  return new ConflictError(
    `the repository and edits made in the space since the last sync conflict: ${first?.reason}${more}; ` +
      'force lets the repository win',
  );
}
