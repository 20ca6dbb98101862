// The day that it is for a company.

/** `yyyy-MM-dd` */
export const dayIn = (timeZone: string, at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
