// The specification of the sandbox itself.
import { openApiDocument } from '../../api/integrations/openapi-document.ts';
import { handleOpen } from '../handler.ts';
import { getSpecification } from '../specification.ts';

export default [handleOpen(getSpecification, () => openApiDocument())];
