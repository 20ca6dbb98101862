// The database's errors about locks, by their SQLSTATE.
export const LOCK_NOT_AVAILABLE = '55P03'
export const DEADLOCK_DETECTED = '40P01'

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null | undefined)?.code

/** Whether a statement waited longer for a lock than its `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE

/** Whether a lock was not granted, by a timeout or a deadlock: the same transaction may succeed later. */
export const isLockFailure = (error: unknown): boolean => isLockTimeout(error) || codeOf(error) === DEADLOCK_DETECTED
