// Where files are uploaded to before something refers to them by their key.
import { OrganizationRef, operation } from '../schema.ts';
import * as wire from './storage.generated.ts';

export const StorageUploadURL = wire.StorageUploadURL;

export const createStorageUpload = operation('storage.upload', {
  ...wire.generateStorageUploadURL,
  summary: 'Get a URL to upload a file to',
  params: OrganizationRef,
  errors: [400],
  says: {
    'file.name': 'name of the file',
    'file.type': 'media type of the file',
    'file.size': 'size of the file in bytes',
    kind: 'what the file is for',
  },
});
