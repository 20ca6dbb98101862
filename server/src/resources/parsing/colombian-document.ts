// The kind of a Colombian holder's document, told from its number alone.

/**
 * A company's number has nine digits and begins with 8 or 9; any other is a person's, whose NIT is the citizen's card with a
 * digit. Foreigners' documents (CE, PA) cannot be told from the number.
 * @param number without its check digit
 */
export const documentTypeOf = (number: string): 'NIT' | 'CC' => (/^[89]\d{8}$/.test(number) ? 'NIT' : 'CC')
