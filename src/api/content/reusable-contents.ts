// Content that several pages include.
import { resource } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './reusable-contents.generated.ts';

const op = resource('reusableContents');
export const getReusableContent = op('get', 'Show reusable content of a space', wire.getReusableContentById);
export const getChangeRequestReusableContent = twin(
  op,
  getReusableContent,
  wire.getReusableContentInChangeRequestById,
);
export const getRevisionReusableContent = op('getInRevision', 'Show reusable content of a revision', {
  ...wire.getReusableContentInRevisionById,
});
export const getReusableContentDocument = op('document', 'Show the text of reusable content in a revision', {
  ...wire.getReusableContentDocumentInRevisionById,
});
