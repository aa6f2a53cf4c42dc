// A local platform for tests: see sandbox.d.ts.
exports.startSandbox = async (options) => require('../dist/testing.js').startSandbox(options, process.env);
