// Content of a space or a change request: revisions, pages, files.
import { resource } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './content.generated.ts';

const op = resource('content');
export const getContent = op('get', 'Show the current content of a space', {
  ...wire.getCurrentRevision,
  lists: {
    param: 'reusableContentId',
    noun: 'reusable content',
    rows: 'reusableContents',
    onChangeRequest: 'getChangeRequestContent',
    names: ['title'],
  },
});
export const getChangeRequestContent = twin(op, getContent, wire.getRevisionOfChangeRequestById);
