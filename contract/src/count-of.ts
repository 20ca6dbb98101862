// '1 vehículo', '1,204 vehículos': a number with the word that agrees with it.
export const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-MX')} ${count === 1 ? one : many}`
