// A dynamic import of a CommonJS package gives only `default` in a bundle: the names come through here.
import { buildConnector, Pool } from 'undici';

export const undici = { buildConnector, Pool };
