// A dynamic import of a CommonJS package gives only `default` in a bundle: the names come through here.
import { EnvHttpProxyAgent, Pool } from 'undici';

export const dispatchers = { EnvHttpProxyAgent, Pool };
