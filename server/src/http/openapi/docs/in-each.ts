/** The same words for the same fields of several components. */
export const inEach = (
  components: readonly string[],
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    components.flatMap((component) => Object.entries(fields).map(([path, text]) => [`${component}.${path}`, text])),
  )
