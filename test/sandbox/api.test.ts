// What the sandbox answers to requests: the scripts of test/sandbox/api, each case as it stands there.
import { playScripts } from '../helpers/api-scripts.ts';

playScripts('test/sandbox/api');
