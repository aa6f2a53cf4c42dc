// Full-text search, and its results.
import { resource } from '../schema.ts';
import * as wire from './search.generated.ts';

const op = resource('search');
export const searchSpace = op('space', 'Search the pages in a space', wire.searchSpaceContent);
