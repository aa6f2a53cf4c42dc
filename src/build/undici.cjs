// Of undici what carries requests: all that its index exports beside takes longer to load than this.
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
const EnvHttpProxyAgent = require('undici/lib/dispatcher/env-http-proxy-agent.js');
const Pool = require('undici/lib/dispatcher/pool.js');

// As the index does: the agent for a proxy connects by it.
Object.assign(Dispatcher.prototype, { connect: require('undici/lib/api/api-connect.js') });

module.exports = { EnvHttpProxyAgent, Pool };
