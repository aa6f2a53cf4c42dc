// A local platform for tests: see sandbox.d.ts.
const KEY = Symbol.for('docs-admin-cli/sandbox');
// What the program shares with it is in the file that starts the program: that runs nothing then, and leaves here what
// opens the code which the last run compiled.
globalThis[KEY] = true;
const load = () => require('../dist/sandbox-more.js').later['src/sandbox/testing/start-sandbox.ts']();
let code;

exports.startSandbox = async (options) => {
  require('../dist/main.js');
  code ??= globalThis[KEY]?.();
  return load().startSandbox(options, process.env, () => code?.save());
};
