// The specification of the sandbox itself: the one `docs api --spec` prints.
import { operation, Type } from '../api/schema.ts';

/** No operation of the platform, so it is in no list of them. */
export const getSpecification = operation('specification.get', {
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'Get the OpenAPI document of this sandbox',
  params: Type.Object({}),
  result: Type.Unknown(),
});
