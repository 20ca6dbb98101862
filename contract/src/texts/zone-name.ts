// The name of a time zone for screens and emails.

/** 'hora de Monterrey'; otherwise the zone's own name. */
export const zoneName = (zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat('es-MX', { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts(0)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  } catch {
    return zone
  }
}
