// A time zone in words, on screens and in letters.

/** 'hora de Monterrey'; a zone that has no name there by its own. */
export const zoneName = (zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat('es-MX', { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts(0)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  } catch {
    return zone
  }
}
