// The specification of the sandbox itself.
import { openApiDocument } from '../../api/openapi-document.ts';
import { handle } from '../handler.ts';
import { getSpecification } from '../specification.ts';

export default [handle(getSpecification, () => openApiDocument())];
