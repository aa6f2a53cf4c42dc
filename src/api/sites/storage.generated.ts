// Made by npm run contract from version 0.202.0 of the published contract.
import { Literal, Num, Obj, Str } from '../builders.ts';
import { Enum, Uri } from '../schema.ts';

export const StorageUploadURL = Obj({
  object: Literal('storage-signed-url'),
  url: Uri({ maxLength: 2048 }),
  key: Str(),
});

export const generateStorageUploadURL = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/storage/upload',
  body: Obj({
    file: Obj({ name: Str(), type: Str(), size: Num() }),
    kind: Enum(['customization_font', 'import_file', 'organization_file']),
  }),
  result: StorageUploadURL,
  success: [201],
  errors: [400],
} as const;
