// Values stored in the browser between sessions. Keys start with the user's id, so that two users of one machine do not
// share filters, and signing out deletes only one user's. Storage may be forbidden or full: then nothing is stored.
const key = (userId: string, name: string): string => `padron.${userId}.${name}`

export const recall = (userId: string, name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key(userId, name)) ?? 'null')
  } catch {
    return null
  }
}

export const remember = (userId: string, name: string, value: unknown): void => {
  try {
    localStorage.setItem(key(userId, name), JSON.stringify(value))
  } catch {
    // Not reported: only a convenience is lost.
  }
}

export const forget = (userId: string, name: string): void => {
  try {
    localStorage.removeItem(key(userId, name))
  } catch {
    // See above.
  }
}

/** The names of a user's stored values with this prefix. */
export const recallNames = (userId: string, beginning: string): readonly string[] => {
  try {
    const start = key(userId, beginning)
    return Object.keys(localStorage).flatMap((name) =>
      name.startsWith(start) ? [beginning + name.slice(start.length)] : [],
    )
  } catch {
    return []
  }
}

export const forgetAll = (userId: string): void => {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(key(userId, '')))
    for (const name of names) localStorage.removeItem(name)
  } catch {
    // See above.
  }
}
