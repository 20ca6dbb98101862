// The server's time, from Date headers: relative times and sealed passwords must not depend on a laptop whose clock is
// an hour off.
let skew = 0

/** Under this many milliseconds a difference is only the header's rounding and the way through the network. */
const NOISE = 5000

export const learnTime = (dateHeader: string | null): void => {
  const serverTime = dateHeader ? Date.parse(dateHeader) : Number.NaN
  if (Number.isNaN(serverTime)) return
  const difference = serverTime - Date.now()
  skew = Math.abs(difference) > NOISE ? difference : 0
}

/** Milliseconds since 1970, by the server's clock. */
export const serverNow = (): number => Date.now() + skew
