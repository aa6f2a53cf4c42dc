// Git synchronisation of spaces.
import { exportGit, getGitInfo, importGit, removeLegacyGit } from '../../../api/integrations/git.ts';
import { exportWork } from '../../actions/integrations/git-export.ts';
import { importWork } from '../../actions/integrations/git-import.ts';
import { gitInfo } from '../../actions/integrations/git-state.ts';
import { startGit } from '../../actions/integrations/git-sync.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { gitStore } from '../../db/integrations/git-operations.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { deleted, handle, reply } from '../../handler.ts';
import { WireError } from '../../wire-error.ts';

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
    const space = spaceStore(call.db).live(spaceId);
    call.access.requireSpace(space, 'view');
    const setup = gitStore(call.db).setup(spaceId);
    if (!setup) throw new WireError(404, `space "${space.title}" is not synced with git`);
    return gitInfo(setup);
  }),
  handle(removeLegacyGit, (call, { spaceId }) =>
    call.db.transaction(() => {
      call.access.requireSpace(spaceStore(call.db).live(spaceId), 'admin');
      const isLegacy = gitStore(call.db).setup(spaceId)?.installationProvider === 'github-legacy';
      return deleted(isLegacy && gitStore(call.db).remove(spaceId));
    }),
  ),
];

export const fidelity: FidelityOf = {
  export: { limited: 'Runs the Git of this machine when called; no push or schedule starts it.' },
  info: 'real',
  import: {
    limited: 'Runs the Git of this machine when called; no push or schedule starts it.',
  },
  removeLegacy: 'real',
};
