// A local platform for tests: see sandbox.d.ts.
// What the program shares with it is in the file that starts the program.
globalThis[Symbol.for('docs-admin-cli/sandbox')] = true;
const load = () => require('../dist/sandbox-more.js').later['src/sandbox/testing/start-sandbox.ts']();

exports.startSandbox = (options) => load().startSandbox(options, process.env);
