// The cost of a password hash, above OWASP's minimum (19 MiB, two passes): an attacker pays it for every guess. If the
// parameters rise, a hash is renewed at its user's next sign-in.
export const MEMORY = 32_768 // KiB
export const PASSES = 3
