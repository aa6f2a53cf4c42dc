// The parts of undici that carry requests. Its index also loads fetch, caches, WebSocket and mocks: ten times as much.
module.exports = {
  buildConnector: require('undici/lib/core/connect.js'),
  Pool: require('undici/lib/dispatcher/pool.js'),
};
