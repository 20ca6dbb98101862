// Chance that is the same in every run with the same seed.

/** Whole numbers from 0 on, below the one given. */
export type Random = (below: number) => number

export const seededRandom =
  (seed: number): Random =>
  (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 65_536) % below
  }
