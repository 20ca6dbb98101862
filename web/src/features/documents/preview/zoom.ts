// The steps of looking closer, and farther away.
export const STEPS: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
const NEAR = 0.01

/** The next step from whatever it is now; undefined at the end. */
export const nextZoom = (now: number, by: -1 | 1): number | undefined =>
  by > 0 ? STEPS.find((step) => step > now + NEAR) : STEPS.findLast((step) => step < now - NEAR)

export const zoomText = (zoom: number): string => `${Math.round(zoom * 100)} %`
