/** @returns whether `promise` resolved within `ms`; rejects if it does before that */
export const resolvesWithin = async (ms: number, promise: Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((end) => {
    timer = setTimeout(() => end(false), ms)
  })
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer))
}
