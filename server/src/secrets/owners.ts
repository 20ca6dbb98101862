// The owners that credentials and settings are sealed for: a sealed value opens for no other owner.
const ACCOUNT = 'account:'
/** The owner of an account's credential. A portal's own is sealed for the portal's key, which has no colon. */
export const accountOwner = (accountKey: string): string => `${ACCOUNT}${accountKey}`

const SETTING = 'setting:'
/** The owner of a setting of the installation that is stored sealed. */
export const settingOwner = (name: string): string => `${SETTING}${name}`

/** @param owner that a credential is sealed for @returns its name in Spanish */
export const ownerText = (owner: string): string => {
  if (owner.startsWith(SETTING)) return `del ajuste ${owner.slice(SETTING.length)}`
  return owner.startsWith(ACCOUNT) ? `de la cuenta ${owner.slice(ACCOUNT.length)}` : `del portal ${owner}`
}
