// How many vehicles, in words.
export const vehiclesText = (total: number): string =>
  `${total.toLocaleString('es-MX')} ${total === 1 ? 'vehículo' : 'vehículos'}`
