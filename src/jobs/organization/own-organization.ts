// Which organization a folder is about: the one that --org names, that the folder was pulled from, or of the context.
import { inOrganization } from '../../commands/sites/site-file/site-file-place.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Folder } from './folder.ts';

/** The run, in its organization. Throws what keeps it from being found. */
export const ownOrganization = <R extends Run>(run: R, folder: Folder | undefined): Promise<R> =>
  inOrganization(run, folder?.organization?.id);
