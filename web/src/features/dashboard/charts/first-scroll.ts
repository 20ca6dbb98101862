// Where a chart that is wider than its room begins to be seen: at the newest of what there is, or where it looks ahead at the first. Never
// where no bar is. Pure.
type Room = { width: number; axis: number; column: number }

const isSome = (value: number | null | undefined): boolean => (value ?? 0) > 0

/** @param values of the bars, from the left @param ahead it looks ahead */
export const firstScroll = (
  values: readonly (number | null)[],
  ahead: boolean,
  { width, axis, column }: Room,
): number => {
  const whole = axis + values.length * column
  const most = Math.max(0, whole - width)
  const at = ahead ? values.findIndex(isSome) : values.findLastIndex(isSome)
  if (at < 0) return ahead ? 0 : most
  const inSight = ahead ? axis + (at + 1) * column <= width : axis + at * column >= most + axis
  if (inSight) return ahead ? 0 : most
  return Math.min(most, Math.max(0, ahead ? at * column : axis + (at + 1) * column - width))
}
