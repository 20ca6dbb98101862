// Deletes the stored answers (stored-answers.ts) at once, keys included. A module of its own, because the sign-in page
// contains it, and it must work when other parts of the console can no longer be loaded.
export const ANSWERS_DATABASE = 'padron.stored'
const OWNER = 'padron.stored-for'

export const deleteAnswers = (): void => {
  try {
    indexedDB.deleteDatabase(ANSWERS_DATABASE)
  } catch {
    // Storage may be forbidden; then nothing is stored.
  }
}

/** Deletes stored answers of any other user. */
export const deleteOfOthers = ({ userId, parentId }: { userId: string; parentId: string }): void => {
  const owner = `${parentId}.${userId}`
  try {
    if (localStorage.getItem(OWNER) === owner) return
    deleteAnswers()
    localStorage.setItem(OWNER, owner)
  } catch {
    deleteAnswers()
  }
}
