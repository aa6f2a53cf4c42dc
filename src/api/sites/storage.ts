// Where files are uploaded to before something refers to them by their key.
import { described, Enum, OrganizationRef, operation, Type, Uri } from '../schema.ts';

const { Object: Obj, String: Str, Literal, Integer } = Type;

export const StorageUploadURL = Obj({ object: Literal('storage-signed-url'), url: Uri(), key: Str() });

export const createStorageUpload = operation('storage.upload', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/storage/upload',
  summary: 'Get a URL to upload a file to',
  params: OrganizationRef,
  body: Obj({
    file: Obj({
      name: Str({ description: 'name of the file' }),
      type: Str({ description: 'media type of the file' }),
      size: Integer({ minimum: 0, description: 'size of the file in bytes' }),
    }),
    kind: described(Enum(['customization_font', 'import_file', 'organization_file']), 'what the file is for'),
  }),
  result: StorageUploadURL,
  success: [201],
  errors: [400],
});
