// How a field says that it asks for no pattern. Said here too: the file that says it in the contract brings the engine.
export const NO_PATTERN = '-'
export const hasPattern = (pattern: string): boolean => pattern !== '' && pattern !== NO_PATTERN
