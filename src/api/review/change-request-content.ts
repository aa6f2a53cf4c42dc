// Editing the pages and files of a change request.
import type { BodyOf } from '../operation.ts';
import { resource } from '../schema.ts';
import * as wire from './change-request-content.generated.ts';

const op = resource('changeRequestContent', { newer: 'content edits' });
export const updateChangeRequestContent = op(
  'update',
  'Make several edits to a change request (for one page: docs pages edit)',
  {
    ...wire.updateChangeRequestContent,
    large: true,
    says: {
      changes: 'edits, in order (at most 50)',
      compat: 'answer with the change request alone, as older versions did',
    },
  },
);

/** One edit. A page is named by its ID, or by the `ref` of one that the same request inserts. */
export type ChangeRequestContentChange = BodyOf<typeof updateChangeRequestContent>['changes'][number];
