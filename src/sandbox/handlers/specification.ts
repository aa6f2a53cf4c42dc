// The specification of the sandbox itself.

import { handleOpen } from '../handler.ts';
import { openApiDocument } from '../openapi-document.ts';
import { getSpecification } from '../specification.ts';

export default [handleOpen(getSpecification, () => openApiDocument())];
