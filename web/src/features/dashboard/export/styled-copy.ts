// A copy of a drawn chart that looks the same on its own: what style sheets say of it is written on its elements, and
// what only the page can use (links, focus, names for scripts) is left out.

/** What a child has of its parent. Each is an attribute too, so that any program that opens the file understands it. */
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
/** What each has for itself, and how it is where nobody says so. */
const OWN: Readonly<Record<string, string>> = {
  opacity: '1',
  'dominant-baseline': 'auto',
  'clip-path': 'none',
  mask: 'none',
  'stop-color': 'rgb(0, 0, 0)',
  'stop-opacity': '1',
}
/** What moves with the pointer, and what no picture can hold. */
const LEFT_OUT = '.recharts-tooltip-cursor, .recharts-active-dot, foreignObject, script, [data-no-picture]'
const PAGE_ONLY = /^(?:class|style|href|xlink:href|tabindex|role|aria-|data-|on|cursor)/
/** Older programs draw it black. */
const TRANSPARENT = 'rgba(0, 0, 0, 0)'

/**
 * What its style says of an element that its parent does not.
 * @param parent none for the chart itself, which says everything
 */
const lookOf = (element: Element, parent: Element | null): readonly (readonly [string, string])[] => {
  const style = getComputedStyle(element)
  const around = parent && getComputedStyle(parent)
  const known = [...PASSED_ON.map((name) => [name, around?.getPropertyValue(name)] as const), ...Object.entries(OWN)]
  return known.flatMap(([name, usual]) => {
    const value = style.getPropertyValue(name).replace(TRANSPARENT, 'none')
    // An attribute that a style sheet overrules is put right too.
    return value && (value !== usual || element.hasAttribute(name)) ? [[name, value] as const] : []
  })
}

/** Defs (patterns, clips) are never drawn by themselves, and stay. */
const isLeftOut = (element: Element): boolean => {
  const { display, visibility } = getComputedStyle(element)
  const isHidden = display === 'none' || visibility === 'hidden'
  return element.matches(LEFT_OUT) || (isHidden && !element.closest('defs'))
}

const removePageOnly = (element: Element): void => {
  for (const { name, value } of [...element.attributes]) {
    // A pattern or a part drawn again is found by its address within the picture.
    const within = name.endsWith('href') && value.startsWith('#')
    if (PAGE_ONLY.test(name) && !within) element.removeAttribute(name)
  }
}

/** A link of the page is no link in a picture: a group as any other. */
const unlink = (link: Element): void => {
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  for (const { name, value } of [...link.attributes]) group.setAttribute(name, value)
  group.append(...link.childNodes)
  link.replaceWith(group)
}

export const styledCopy = (svg: SVGSVGElement): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const elements = [copy, ...copy.querySelectorAll('*')]
  // Beside the chart for a moment, out of sight: with the page's styles, and without the pointer over it or the focus
  // in it.
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
