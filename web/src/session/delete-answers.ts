// Deletes what is stored of answers (stored-answers.ts): one deletion, keys included. In a module of its own: the
// sign-in page carries this, and it must work where a piece of the console cannot be fetched any more.
export const ANSWERS_DATABASE = 'padron.stored'
const OWNER = 'padron.stored-for'

export const deleteAnswers = (): void => {
  try {
    indexedDB.deleteDatabase(ANSWERS_DATABASE)
  } catch {
    // Storage may be forbidden; then nothing is stored.
  }
}

/** What is stored of anybody else is deleted. */
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
