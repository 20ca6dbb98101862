// What a hash of a password costs. Above OWASP's least (19 MiB, two passes): a sign-in is mostly its hash, and an
// attacker pays it for every guess. Where they are raised again, a hash is renewed at its user's next sign-in.
export const MEMORY = 32_768 // KiB
export const PASSES = 3
