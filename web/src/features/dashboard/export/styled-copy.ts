// A copy of a rendered chart that looks the same on its own: its computed styles become attributes of its elements, and
// what only the page can use (links, focus, attributes for scripts) is removed.

/** Inherited properties. They are also SVG attributes, so that every program understands them. */
const PASSED_ON = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'letter-spacing',
] as const
/** Properties that are not inherited, with their initial values. */
const OWN: Readonly<Record<string, string>> = {
  opacity: '1',
  'dominant-baseline': 'auto',
  'clip-path': 'none',
  mask: 'none',
  'stop-color': 'rgb(0, 0, 0)',
  'stop-opacity': '1',
}
/** Elements that follow the pointer, and those that an image cannot contain. */
const LEFT_OUT = '.recharts-tooltip-cursor, .recharts-active-dot, foreignObject, script, [data-no-picture]'
const PAGE_ONLY = /^(?:class|style|href|xlink:href|tabindex|role|aria-|data-|on|cursor)/
/** Older programs draw it black. */
const TRANSPARENT = 'rgba(0, 0, 0, 0)'

/**
 * The computed style of an element where it differs from its parent's.
 * @param parent null for the chart itself, which gets all properties
 */
const lookOf = (element: Element, parent: Element | null): readonly (readonly [string, string])[] => {
  const style = getComputedStyle(element)
  const around = parent && getComputedStyle(parent)
  const known = [...PASSED_ON.map((name) => [name, around?.getPropertyValue(name)] as const), ...Object.entries(OWN)]
  return known.flatMap(([name, usual]) => {
    const value = style.getPropertyValue(name).replace(TRANSPARENT, 'none')
    // Also replaces an attribute that a style sheet overrides.
    return value && (value !== usual || element.hasAttribute(name)) ? [[name, value] as const] : []
  })
}

/** Definitions (patterns, clips) are not displayed themselves, but they are needed. */
const isLeftOut = (element: Element): boolean => {
  const { display, visibility } = getComputedStyle(element)
  const isHidden = display === 'none' || visibility === 'hidden'
  return element.matches(LEFT_OUT) || (isHidden && !element.closest('defs'))
}

const removePageOnly = (element: Element): void => {
  for (const { name, value } of [...element.attributes]) {
    // Keeps references to a pattern or a reused element within the image.
    const within = name.endsWith('href') && value.startsWith('#')
    if (PAGE_ONLY.test(name) && !within) element.removeAttribute(name)
  }
}

/** Replaces a link of the page by a group. */
const unlink = (link: Element): void => {
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  for (const { name, value } of [...link.attributes]) group.setAttribute(name, value)
  group.append(...link.childNodes)
  link.replaceWith(group)
}

export const styledCopy = (svg: SVGSVGElement): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const elements = [copy, ...copy.querySelectorAll('*')]
  // Placed beside the chart for a moment, off screen: it gets the page's styles, without hover and focus.
  Object.assign(copy.style, { position: 'absolute', left: '-99999px', pointerEvents: 'none' })
  svg.after(copy)
  try {
    const looks = elements.map((element) =>
      isLeftOut(element) ? undefined : lookOf(element, element === copy ? null : element.parentElement),
    )
    for (const [place, element] of elements.entries()) {
      const look = looks[place]
      if (!look) element.remove()
      else for (const [name, value] of look) element.setAttribute(name, value)
    }
  } finally {
    copy.remove()
  }
  for (const element of elements) removePageOnly(element)
  for (const link of copy.querySelectorAll('a')) unlink(link)
  return copy
}
