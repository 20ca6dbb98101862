// The addresses of the product under test, its simulated portals, and a chat service: ports other than the operator's
// defaults. Another run on the same machine uses others with PADRON_E2E_PORT.
export const PORT = Number(process.env.PADRON_E2E_PORT ?? 43117)
export const SIMULATOR_PORT = PORT + 1
/** The address of Slack for the product; only channels.spec.ts listens there. */
export const SLACK_PORT = PORT + 2
export const PRODUCT = `http://127.0.0.1:${PORT}`
export const SIMULATOR = `http://127.0.0.1:${SIMULATOR_PORT}`
export const SLACK = `http://127.0.0.1:${SLACK_PORT}`
