// Forgets what is kept of answers (kept-answers.ts): one deletion, keys included. In a module of its own: the sign-in
// page carries this, and it must work where a piece of the console cannot be fetched any more.
export const KEPT_DATABASE = 'padron.kept'
const OWNER = 'padron.kept-for'

export const forgetAnswers = (): void => {
  try {
    indexedDB.deleteDatabase(KEPT_DATABASE)
  } catch {
    // Storage may be forbidden; then nothing is kept.
  }
}

/** What is kept of anybody else is forgotten. */
export const keptFor = ({ userId, parentId }: { userId: string; parentId: string }): void => {
  const owner = `${parentId}.${userId}`
  try {
    if (localStorage.getItem(OWNER) === owner) return
    forgetAnswers()
    localStorage.setItem(OWNER, owner)
  } catch {
    forgetAnswers()
  }
}
