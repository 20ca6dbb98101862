/** Splits the list so that each round has a key once; the order of items with one key stays. */
export const inRounds = <Item>(list: readonly Item[], keyOf: (item: Item) => string | number): Item[][] => {
  const rounds: Item[][] = []
  const times = new Map<string | number, number>()
  for (const item of list) {
    const key = keyOf(item)
    const nth = times.get(key) ?? 0
    times.set(key, nth + 1)
    const round = rounds[nth] ?? []
    rounds[nth] = round
    round.push(item)
  }
  return rounds
}
