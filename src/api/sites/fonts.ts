// Fonts of organizations, and where files are uploaded to before something refers to them by their key.
import { resource } from '../schema.ts';
import * as wire from './fonts.generated.ts';

const op = resource('fonts', { says: { fontId: 'font: ID or family' } });
export const listFonts = op('list', 'List the fonts of an organization', {
  ...wire.listCustomFonts,
  lists: { param: 'fontId', noun: 'font', rows: 'items', names: ['fontFamily'] },
});
export const createFont = op('create', 'Add a font to an organization', {
  ...wire.createCustomFont,
  retry: 'never',
  says: { fontFamily: 'name of the font', fontFaces: 'weights, each with the key of its uploaded file' },
});
export const getFont = op('get', 'Show a font of an organization', wire.getCustomFont);
export const updateFont = op('update', 'Update a font of an organization', {
  ...wire.updateCustomFont,
  retry: 'idempotent',
  says: {
    fontFamily: 'new name',
    fontFaces: 'weights to add or replace, each with the key of its uploaded file; null removes a weight',
  },
});
export const deleteFont = op('delete', 'Delete a font of an organization', wire.deleteCustomFont);

const storageOp = resource('storage');
export const createStorageUpload = storageOp('upload', 'Get a URL to upload a file to', {
  ...wire.generateStorageUploadURL,
  says: {
    'file.name': 'name of the file',
    'file.type': 'media type of the file',
    'file.size': 'size of the file in bytes',
    kind: 'what the file is for',
  },
});
