// Long runs of one sign, by which patterns and normalisation that are not linear are found, and what work on them
// costs.
import { threadCpuUsage } from 'node:process'

/**
 * What is repeated, the likeliest to do harm first. Marks of two classes in turn are those that normalisation has to
 * sort.
 */
const RUNS = {
  dots: '.',
  spaces: ' ',
  marks: '\u0301\u0323',
  digits: '7',
  quotes: '"',
  letters: 'a',
  slashes: '/',
  brackets: '<',
  hyphens: '-',
  signs: '@',
  tabs: '\t',
  apostrophes: "'",
  stars: '*',
  commas: ',',
} as const
export type RunName = keyof typeof RUNS
export const RUN_NAMES = Object.keys(RUNS) as RunName[]

/**
 * A run between two letters: at neither end of the text, so that what looks for one there tries every place.
 * @param size in UTF-16 units
 */
export const runOf = (name: RunName, size: number): string =>
  `x${RUNS[name].repeat(Math.max(0, Math.floor((size - 2) / RUNS[name].length)))}x`

/** Milliseconds of this thread's own work, however busy the machine is. */
export const workOf = async (work: () => unknown): Promise<number> => {
  const before = threadCpuUsage()
  await work()
  const { user, system } = threadCpuUsage(before)
  return (user + system) / 1000
}
