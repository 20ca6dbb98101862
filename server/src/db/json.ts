// JSON for a column of type jsonb, which accepts neither unpaired surrogates nor the character 0.
export const asJsonb = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed().replaceAll('\0', '') : inner,
  )
