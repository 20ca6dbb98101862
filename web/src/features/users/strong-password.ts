// A password nobody thought of: 16 signs of 56, some 92 bits. Without those that are mistaken for others when read aloud or
// copied by hand, and without signs that a spreadsheet would take for a formula.
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** @param random fills with random bytes */
export const strongPassword = (
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string => {
  // Bytes past the last whole multiple would make the first signs likelier.
  const fair = 256 - (256 % SIGNS.length)
  let out = ''
  while (out.length < LENGTH) {
    for (const byte of random(new Uint8Array(LENGTH))) {
      if (byte < fair && out.length < LENGTH) out += SIGNS[byte % SIGNS.length]
    }
  }
  return out
}
