// Where the tests find the product they start, and the outside world it asks. Fixed ports, unlike the operator's
// defaults.
export const PORT = 43117
export const SIMULATOR_PORT = 43118
export const PRODUCT = `http://127.0.0.1:${PORT}`
export const SIMULATOR = `http://127.0.0.1:${SIMULATOR_PORT}`
