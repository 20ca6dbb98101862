/** Addresses of files are signed for fifteen minutes; one older than this is requested again before it is used. */
export const STILL_GOOD_MS = 12 * 60_000
