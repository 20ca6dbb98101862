// How many vehicles, in words.
import { countedText } from './number-text.ts'

export const vehiclesText = (total: number): string => countedText(total, 'vehículo', 'vehículos')
