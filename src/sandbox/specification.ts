// The specification of the sandbox itself: the one `docs api --spec` prints.
import { builders, resource } from '../api/schema.ts';

/** No operation of the platform, so it is in no list of them. */
export const getSpecification = resource('specification')('get', 'Get the OpenAPI document of this sandbox', {
  method: 'GET',
  path: '/v1/openapi.json',
  result: builders.Unknown(),
});
