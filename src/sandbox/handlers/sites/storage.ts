// Keys for files that are to be uploaded.
import { createStorageUpload } from '../../../api/sites/storage.ts';
import { uploadStore } from '../../db/sites/fonts.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { badRequest } from '../../wire-error.ts';

const MOST_BYTES = 50 * 1024 * 1024;

export default [
  handle(createStorageUpload, (call, { organizationId, file, kind }) => {
    call.access.requireOrganization(organizationId, 'createContent');
    if (file.size < 1 || file.size > MOST_BYTES)
      throw badRequest(`file.size must be between 1 and ${MOST_BYTES} bytes`);
    const name = file.name.replace(/[^\w.-]+/g, '-').slice(-100) || 'file';
    const key = `${kind}/${newId()}/${name}`;
    uploadStore(call.db).insert({ key, organization: organizationId, kind, type: file.type });
    return { object: 'storage-signed-url' as const, url: `https://upload.docs.example/${key}`, key };
  }),
];

export const fidelity: FidelityOf = {
  upload: { limited: 'The key counts as uploaded at once: no host answers at the upload URL.' },
};
