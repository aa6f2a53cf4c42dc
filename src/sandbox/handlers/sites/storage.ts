// Keys for files that are to be uploaded.
import { createStorageUpload } from '../../../api/sites/storage.ts';
import { uploads } from '../../db/sites/site-settings.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { MOST_UPLOADED, UPLOAD_PATH } from '../../http/take-upload.ts';
import { newId } from '../../ids.ts';
import { badRequest } from '../../wire-error.ts';

export default [
  handle(createStorageUpload, (call, { organizationId, file, kind }) => {
    call.access.requireOrganization(organizationId, 'createContent');
    if (file.size < 1 || file.size > MOST_UPLOADED)
      throw badRequest(`file.size must be between 1 and ${MOST_UPLOADED} bytes`);
    const name = file.name.replace(/[^\w.-]+/g, '-').slice(-100) || 'file';
    const key = `${kind}/${newId()}/${name}`;
    uploads(call.db).insert({ key, organization: organizationId, kind, type: file.type });
    const host = call.origin === 'sandbox:' ? 'https://upload.docs.example/' : `${call.origin}${UPLOAD_PATH}`;
    return { object: 'storage-signed-url' as const, url: `${host}${key}`, key };
  }),
];

export const fidelity: FidelityOf = {
  'storage.upload': {
    limited:
      'The key counts as uploaded at once. docs sandbox serve takes what is sent to the upload URL, and keeps none of it.',
  },
};
