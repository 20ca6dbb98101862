// In place of identity/passwords/hash-cost.ts in `npm test` (vitest.config.ts): at their full cost the hashes are most
// of what sign-ins cost. The drills and whatever a test starts as a process of its own have the full cost.
export const MEMORY = 256 // KiB
export const PASSES = 3
