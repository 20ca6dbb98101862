/**
 * Addresses of files are signed for a quarter of an hour: one that is older than this is asked for anew before it is
 * used.
 */
export const STILL_GOOD_MS = 12 * 60_000
