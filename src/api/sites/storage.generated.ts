// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';

const { Enum, Literal, Num, Obj, Str, Uri } = builders;

export const generateStorageUploadURL = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/storage/upload',
  body: Obj({
    file: Obj({ name: Str(), type: Str(), size: Num() }),
    kind: Enum(['customization_font', 'import_file', 'organization_file']),
  }),
  result: Obj({ object: Literal('storage-signed-url'), url: Uri({ maxLength: 2048 }), key: Str() }),
  success: [201],
  errors: [400],
} as const;
