// What chalk would look for in the environment: whether there is color, `Io` decides before chalk is asked (output/style.ts).
exports.default = { stdout: { level: 1 }, stderr: { level: 1 } };
Object.defineProperty(exports, '__esModule', { value: true });
