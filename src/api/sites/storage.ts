// Where files are uploaded to before something refers to them by their key.
import { resource } from '../schema.ts';
import * as wire from './storage.generated.ts';

const op = resource('storage');
export const createStorageUpload = op('upload', 'Get a URL to upload a file to', {
  ...wire.generateStorageUploadURL,
  says: {
    'file.name': 'name of the file',
    'file.type': 'media type of the file',
    'file.size': 'size of the file in bytes',
    kind: 'what the file is for',
  },
});
