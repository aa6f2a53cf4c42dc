// Where a change request is not there, the list of those that are: for jobs that read one by themselves.
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { changed } from './not-found.ts';

/** For a change request that is not there: the same error, with the list of those that are. */
export const withChangeRequests =
  (space: string) =>
  (error: unknown): never => {
    const isBare = error instanceof NotFoundError && error.hint === undefined;
    throw isBare ? changed(error, { hint: shell`docs cr list --space ${space}` }) : error;
  };
