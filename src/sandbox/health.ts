// Whether the sandbox answers: for programs that wait until it does.
import { builders, resource } from '../api/schema.ts';

/** No operation of the platform, so it is in no list of them. */
export const getHealth = resource('health')('get', 'Check whether the sandbox answers', {
  method: 'GET',
  path: '/~health',
  result: builders.Obj({ status: builders.Literal('ok') }),
});
