// A picture is printed and projected: it is drawn in the light colours, whatever the reader's theme.

/** Looks at the page as it is in light. It is dark again before anybody sees it. */
export const inLight = <T>(look: () => T): T => {
  const { dataset } = document.documentElement
  const { theme } = dataset
  dataset.theme = 'light'
  try {
    return look()
  } finally {
    if (theme === undefined) delete dataset.theme
    else dataset.theme = theme
  }
}
