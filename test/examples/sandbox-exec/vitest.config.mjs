export default { test: { include: ['vitest.spec.mjs'] } };
