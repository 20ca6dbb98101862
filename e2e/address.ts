// Where the tests find the product they start, the simulated portals it asks, and a chat service: ports unlike the
// operator's defaults. Another run on the same machine takes others with PADRON_E2E_PORT.
export const PORT = Number(process.env.PADRON_E2E_PORT ?? 43117)
export const SIMULATOR_PORT = PORT + 1
/** Where the product finds Slack: channels.spec.ts listens there, and nobody else. */
export const SLACK_PORT = PORT + 2
export const PRODUCT = `http://127.0.0.1:${PORT}`
export const SIMULATOR = `http://127.0.0.1:${SIMULATOR_PORT}`
export const SLACK = `http://127.0.0.1:${SLACK_PORT}`
