// Git synchronisation of spaces.
import { setTimeout as delay } from 'node:timers/promises';
import type { GitOperation } from '../../../api/content/spaces.ts';
import { exportGit, getGitInfo, importGit, removeLegacyGit } from '../../../api/integrations/git.ts';
import { ConflictError, DocsError } from '../../../errors.ts';
import { ownerId } from '../../../files/lock.ts';
import type { RepoSettings } from '../../../folder/settings.ts';
import { branchOf, readRepositoryUrl } from '../../content/git/git-repository.ts';
import type { Conflict } from '../../content/merge/merge-text.ts';
import type { ContentStore, Hash, Tree } from '../../content/model.ts';
import { sameTrees } from '../../content/tree.ts';
import { bufferedContent, contentStore, type RevisionGit, revisionsStore } from '../../db/content/content.ts';
import { liveSpace, spaces } from '../../db/content/spaces.ts';
import { metaStore } from '../../db/database.ts';
import {
  finishOperation,
  type GitOperationRow,
  gitOperations,
  gitSetups,
  setUp,
  startOperation,
} from '../../db/integrations/git.ts';
import { deleted, type FidelityOf, handle, handleChange, reply } from '../../handler.ts';
import { whenFree } from '../../lock.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { inSlices } from '../../slices.ts';
import { newId } from '../../urls.ts';
import { conflict, WireError } from '../../wire-error.ts';
import {
  closeIfLost,
  commitUrl,
  commonTree,
  GIT_LIMIT_MS,
  type GitFields,
  gitInfo,
  redactCredentials,
  repositoryKey,
  repositoryName,
  setupOf,
  sourceOf,
  withoutCredentials,
} from './git-source.ts';

// Git imports and exports: accepted at once, done in the background, their outcome kept with the space.

/** Talks to the repository, and returns what prepares the writing when that went well. */
type GitWork = (sandbox: Sandbox, signal: AbortSignal) => Promise<Prepare>;

/**
 * Works out what is to be written on top of what the space holds now. What it returns writes it, in one transaction, or
 * returns false where the space has moved on meanwhile: then it is worked out anew.
 */
export type Prepare = () => Promise<() => boolean>;

/**
 * Notes that an import or export begins and lets it go on in the background. Throws ValidationError for an address or
 * branch git cannot have, 403 without the right to synchronise, 404, and 409 for an event older than the last one.
 */
function startGit(
  call: Call,
  { direction, fields, work }: { direction: GitOperation['direction']; fields: GitFields; work: GitWork },
): void {
  readRepositoryUrl(fields.url);
  branchOf(fields.ref);
  const operation = call.db.transaction(() => accept(call, direction, fields));
  // What cannot be written down now is found out later: the operation's process will be gone.
  call.background.add(run(call, operation, { fields, work }).catch(() => undefined));
}

function accept(call: Call, direction: GitOperation['direction'], fields: GitFields): GitOperationRow {
  const { db } = call;
  const space = liveSpace(db, fields.spaceId);
  call.access.requireSpace(space, 'triggerGitSync');
  // Whoever runs the server may name a folder of this machine; a member who only asks it may not.
  if (call.origin !== 'sandbox:' && !/^https?:/i.test(fields.url))
    call.access.requireOrganization(space.organization, 'admin');
  if (direction === 'export' && metaStore(db).get('clone') !== undefined)
    throw conflict(`space "${space.title}" is a copy: nothing is written to its repository`);
  const last = gitSetups(db).find({ space: space.id })?.lastTimestamp ?? '';
  const timestamp = new Date(fields.timestamp ?? call.now()).toISOString();
  const isLate = timestamp < last;
  // Without a time of its own it is about what is there now, whatever other clocks say.
  if (isLate && fields.timestamp !== undefined && !fields.force) {
    throw conflict(
      `the ${direction} is of ${timestamp}, older than the last git operation of space "${space.title}" (${last}); force overrides`,
    );
  }
  setUp(db, space.id, { lastTimestamp: isLate ? last : timestamp });
  return startOperation(db, {
    ...{ space: space.id, direction, startedAt: call.now().toISOString(), owner: ownerId() },
  });
}

async function run(
  sandbox: Sandbox,
  operation: GitOperationRow,
  { fields, work }: { fields: GitFields; work: GitWork },
): Promise<void> {
  const { db } = sandbox;
  const late = AbortSignal.timeout(GIT_LIMIT_MS);
  const { signal: stopped } = sandbox.background;
  const signal = AbortSignal.any([late, stopped]);
  try {
    await myTurn(sandbox, operation, signal);
    const prepare = await work(sandbox, signal);
    for (let isDone = false; !isDone; ) {
      const write = await prepare();
      await whenFree(db);
      isDone = db.transaction(() => {
        const endedAt = sandbox.now().toISOString();
        // Somebody has given it up for lost: what it brings is no longer wanted.
        if (gitOperations(db).find({ id: operation.id })?.state !== 'running') return true;
        if (!write()) return false;
        finishOperation(db, operation.id, { state: 'success', endedAt });
        setUp(db, operation.space, { ...repositoryOf(fields), updatedAt: endedAt });
        return true;
      });
    }
  } catch (error) {
    const state = late.aborted ? 'timeout' : 'failure';
    const why = stopped.aborted ? new WireError(500, STOPPED) : error;
    const endedAt = sandbox.now().toISOString();
    finishOperation(db, operation.id, { state, endedAt, error: reasonOf(why, fields.url, state) });
  }
}

/** What a space goes with once it went well: a repository that could not be read is not its repository. */
function repositoryOf({ gitInfo, url: given }: GitFields) {
  const url = withoutCredentials(gitInfo?.url ?? given);
  return {
    url,
    repoName: repositoryName(url),
    ...(gitInfo?.provider && { installationProvider: gitInfo.provider }),
  };
}

const STOPPED = 'the command that began it was interrupted or ran out of time';

const POLL_MS = 50;

/** The operations of a space go one after another, in every process that has the sandbox open. */
async function myTurn(sandbox: Sandbox, operation: GitOperationRow, signal: AbortSignal): Promise<void> {
  const isAhead = (row: GitOperationRow) => closeIfLost(sandbox, row).state === 'running';
  const runningBefore = () =>
    sandbox.db.all<GitOperationRow>(
      `SELECT * FROM git_operations WHERE state = 'running' AND space = ?
         AND rowid < (SELECT rowid FROM git_operations WHERE id = ?) ORDER BY rowid`,
      ...[operation.space, operation.id],
    );
  while (runningBefore().some(isAhead)) {
    await delay(POLL_MS, undefined, { signal });
  }
}

function reasonOf(error: unknown, url: string, state: 'timeout' | 'failure'): string {
  if (state === 'timeout') return `it took longer than ${GIT_LIMIT_MS / 60_000} minutes`;
  const expected = error instanceof DocsError || error instanceof WireError;
  const reason = expected ? error.message : `unexpected error: ${String(error)}`;
  return redactCredentials(reason, url);
}

// Brings the content of a git repository into a space.

export type ImportFields = GitFields & { standalone?: boolean };

/**
 * Clones, reads the branch, and makes a revision of it. Edits made in the space since the last sync with the
 * same branch are merged in, and a conflict fails the import; with `force`, and the first time, the repository wins.
 */
function importWork(fields: ImportFields): GitWork {
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
      const { revision } = liveSpace(sandbox.db, fields.spaceId);
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
  const space = liveSpace(db, fields.spaceId);
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
  if (!isKnown)
    spaces(db).update(
      { id: space.id },
      { revision: make(next === tree ? syncedTree : next), updatedAt: createdAt },
    );
  setUp(db, space.id, { syncedWith: repositoryKey(fields), syncedTree, ...setupOf(settings) });
  return true;
}

const mainTree = ({ db }: Sandbox, spaceId: string): Tree =>
  revisionsStore(db).tree(liveSpace(db, spaceId).revision);

function gitOf(
  { ref, repoCommitURL }: GitFields,
  { oid, message }: { oid: string; message: string },
  createdByService = false,
): RevisionGit {
  const url = commitUrl(repoCommitURL, oid);
  return { oid, message, createdByService, ...(url !== undefined && { url }), ref };
}

function conflictsWithEdits(conflicts: readonly Conflict[]): ConflictError {
  const [first] = conflicts;
  const more = conflicts.length > 1 ? `, and ${conflicts.length - 1} more` : '';
  return new ConflictError(
    `the repository and edits made in the space since the last sync conflict: ${first?.reason}${more}; ` +
      'force lets the repository win',
  );
}

export default [
  handle(importGit, (call, fields) => {
    startGit(call, { direction: 'import', fields, work: importWork(fields) });
    return reply(204);
  }),
  handle(exportGit, (call, fields) => {
    startGit(call, { direction: 'export', fields, work: exportWork(fields) });
    return reply(204);
  }),
  handle(getGitInfo, (call, { spaceId }) => {
    const space = liveSpace(call.db, spaceId);
    call.access.requireSpace(space, 'view');
    const setup = gitSetups(call.db).find({ space: spaceId });
    if (!setup) throw new WireError(404, `space "${space.title}" is not synced with git`);
    return gitInfo(setup);
  }),
  handleChange(removeLegacyGit, (call, { spaceId }) => {
    call.access.requireSpace(liveSpace(call.db, spaceId), 'admin');
    const isLegacy = gitSetups(call.db).find({ space: spaceId })?.installationProvider === 'github-legacy';
    return deleted(isLegacy && gitSetups(call.db).remove({ space: spaceId }));
  }),
];

export const fidelity: FidelityOf = {
  'git.export':
    'Runs the Git of this machine when called; no push or schedule starts it. Links by ID, or by the name of a file, are written as they are.',
  'git.import': 'Runs the Git of this machine when called; no push or schedule starts it.',
};

// Writes the content of a space to a git repository.

export type ExportFields = GitFields & { commitMessage: string };

/** Commits the main content as Markdown files and pushes; the revision then says where it lies in the repository. */
function exportWork(fields: ExportFields): GitWork {
  return async (sandbox, signal) => {
    const { db } = sandbox;
    const { exportToGit } = await import('../../content/git/git-export.ts');
    const { revision } = liveSpace(db, fields.spaceId);
    const previous = commonTree(sandbox, fields);
    const known = gitSetups(db).find({ space: fields.spaceId })?.settings;
    const { oid, tree, settings } = await exportToGit({
      ...sourceOf(sandbox, fields),
      commitMessage: fields.commitMessage,
      force: fields.force ?? false,
      tree: revisionsStore(db).tree(revision),
      ...(previous !== undefined && { previous: revisionsStore(db).treeAt(previous) }),
      ...(typeof known === 'string' && { settings: known }),
      content: contentStore(db),
      now: sandbox.now().toISOString(),
      signal,
    });
    return async () => () => {
      const syncedTree = contentStore(db).putTree(tree);
      const git = gitOf(fields, { oid, message: fields.commitMessage }, true);
      revisionsStore(db).describeGit(revision, git, syncedTree);
      setUp(db, fields.spaceId, { syncedWith: repositoryKey(fields), syncedTree, ...setupOf(settings) });
      return true;
    };
  };
}
