// Whether the sandbox answers: for programs that wait until it does.
import { operation, Type } from '../api/schema.ts';

/** No operation of the platform, so it is in no list of them. */
export const getHealth = operation('health.get', {
  method: 'GET',
  path: '/~health',
  summary: 'Check whether the sandbox answers',
  params: Type.Object({}),
  result: Type.Object({ status: Type.Literal('ok') }),
});
