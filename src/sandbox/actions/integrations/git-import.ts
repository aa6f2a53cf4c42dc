// Brings the content of a git repository into a space.
import { isDeepStrictEqual } from 'node:util';
import { ConflictError } from '../../../errors.ts';
import type { Conflict } from '../../content/merge/conflict.ts';
import type { Tree } from '../../content/model.ts';
import { bufferedContent, contentStore, type RevisionGit, revisionsStore } from '../../db/content/content.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { gitStore } from '../../db/integrations/git-operations.ts';
import { newId } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { commitUrl } from './git-address.ts';
import { commonTree, type GitFields, repositoryKey, sourceOf } from './git-source.ts';
import type { GitWork } from './git-sync.ts';

export type ImportFields = GitFields & { standalone?: boolean };

/**
 * Clones, reads the branch, and makes a revision of it. Edits made in the space since the last synchronisation with the
 * same branch are merged in, and a conflict fails the import; with `force`, and the first time, the repository wins.
 */
export function importWork(fields: ImportFields): GitWork {
  return async (sandbox, signal) => {
    const { importFromGit } = await import('../../content/git/git-import.ts');
    const { mergeTrees } = await import('../../content/merge/merge.ts');
    const base = fields.force ? undefined : commonTree(sandbox, fields);
    const content = bufferedContent(contentStore(sandbox.db));
    const { tree, commit } = await importFromGit({
      ...sourceOf(sandbox, fields),
      previous:
        base === undefined ? mainTree(sandbox, fields.spaceId) : revisionsStore(sandbox.db).treeAt(base),
      content,
      newId,
      now: sandbox.now().toISOString(),
      signal,
    });
    const merge = (ours: Tree): Tree => {
      if (base === undefined) return tree;
      const merged = mergeTrees({
        base: revisionsStore(sandbox.db).treeAt(base),
        ours,
        theirs: tree,
        content,
      });
      if (merged.conflicts.length > 0) throw conflictsWithEdits(merged.conflicts);
      return merged.tree;
    };
    return () => {
      writeImport(sandbox, fields, { tree, merge, git: gitOf(fields, commit) });
      content.flush();
    };
  };
}

interface Imported {
  tree: Tree;
  /** Puts the edits made in the space on top. Throws ConflictError. */
  merge(main: Tree): Tree;
  git: RevisionGit;
}

function writeImport(sandbox: Sandbox, fields: ImportFields, { tree, merge, git }: Imported): void {
  const { db } = sandbox;
  const space = spaceStore(db).live(fields.spaceId);
  const main = revisionsStore(db).tree(space.revision);
  const createdAt = sandbox.now().toISOString();
  const make = (made: Tree) =>
    revisionsStore(db).commit(space.id, {
      tree: made,
      type: 'edits',
      parents: [space.revision],
      createdAt,
      git,
    });
  if (fields.standalone) {
    make(tree);
    return;
  }
  const next = merge(main);
  const isKnown =
    revisionsStore(db).get(space.revision)?.git?.oid === git.oid && isDeepStrictEqual(next, main);
  // A second import of the same commit changes nothing, and so makes no change request outdated.
  if (!isKnown) spaceStore(db).setRevision(space.id, make(next), createdAt);
  const syncedTree = contentStore(db).putTree(tree);
  gitStore(db).setUp(space.id, { syncedWith: repositoryKey(fields), syncedTree });
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
    `the repository and edits made in the space since the last synchronisation conflict: ${first?.reason}${more}; ` +
      'force lets the repository win',
  );
}
