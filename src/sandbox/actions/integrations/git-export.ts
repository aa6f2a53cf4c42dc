// Writes the content of a space to a git repository.
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { gitStore } from '../../db/integrations/git-operations.ts';
import { commitUrl } from './git-address.ts';
import { commonTree, type GitFields, repositoryKey, setupOf, sourceOf } from './git-source.ts';
import type { GitWork } from './git-sync.ts';

export type ExportFields = GitFields & { commitMessage: string };

/** Commits the main content as Markdown files and pushes; the revision then says where it lies in the repository. */
export function exportWork(fields: ExportFields): GitWork {
  return async (sandbox, signal) => {
    const { db } = sandbox;
    const { exportToGit } = await import('../../content/git/git-export.ts');
    const { revision } = spaceStore(db).live(fields.spaceId);
    const previous = commonTree(sandbox, fields);
    const known = gitStore(db).setup(fields.spaceId)?.settings;
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
      const { ref, commitMessage: message, repoCommitURL } = fields;
      const syncedTree = contentStore(db).putTree(tree);
      const url = commitUrl(repoCommitURL, oid);
      const git = { oid, message, createdByService: true, ...(url !== undefined && { url }), ref };
      revisionsStore(db).describeGit(revision, git, syncedTree);
      gitStore(db).setUp(fields.spaceId, {
        syncedWith: repositoryKey(fields),
        syncedTree,
        ...setupOf(settings),
      });
      return true;
    };
  };
}
