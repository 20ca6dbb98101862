// A copy of a drawn chart that looks the same on its own: what style sheets say of it is written on its elements, and what only the
// page can use (links, focus, names for scripts) is left out.

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

type Style = CSSStyleDeclaration

/** Older programs draw it black. */
const TRANSPARENT = 'rgba(0, 0, 0, 0)'

/** @param parent none for the chart itself, which says everything */
const write = (style: Style, parent: Style | undefined, copy: Element): void => {
  const put = (name: string, known: string | undefined): void => {
    const said = style.getPropertyValue(name)
    const value = said === TRANSPARENT ? 'none' : said
    // An attribute that a style sheet overrules is put right too.
    if (value && (value !== known || copy.hasAttribute(name))) copy.setAttribute(name, value)
  }
  for (const name of PASSED_ON) put(name, parent?.getPropertyValue(name))
  for (const [name, usual] of Object.entries(OWN)) put(name, usual)
}

const bare = (copy: Element): void => {
  for (const { name } of [...copy.attributes]) {
    // A pattern or a part drawn again is found by its address within the picture.
    const within = name.endsWith('href') && copy.getAttribute(name)?.startsWith('#')
    if (PAGE_ONLY.test(name) && !within) copy.removeAttribute(name)
  }
}

const isHidden = (element: Element): boolean => {
  const { display, visibility } = getComputedStyle(element)
  return display === 'none' || visibility === 'hidden'
}

/** A link of the page is no link in a picture: a group as any other. */
const unlinked = (copy: SVGSVGElement): void => {
  for (const link of copy.querySelectorAll('a')) {
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g')
    for (const { name, value } of [...link.attributes]) group.setAttribute(name, value)
    group.append(...link.childNodes)
    link.replaceWith(group)
  }
}

/** Its defs (patterns, clips) are never drawn by themselves, and are kept. */
const isDrawn = (element: Element): boolean => !element.closest('defs')

const parentStyle = ({ parentElement }: Element): Style | undefined =>
  parentElement ? getComputedStyle(parentElement) : undefined

/** Beside the chart for a moment, out of sight: with the page's styles, and without the pointer over it or the focus in it. */
const withTwin = <T>(svg: SVGSVGElement, look: (twin: SVGSVGElement) => T): T => {
  const twin = svg.cloneNode(true) as SVGSVGElement
  Object.assign(twin.style, { position: 'absolute', left: '-99999px', pointerEvents: 'none' })
  svg.after(twin)
  try {
    return look(twin)
  } finally {
    twin.remove()
  }
}

export const styledCopy = (svg: SVGSVGElement): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const copies = [copy, ...copy.querySelectorAll('*')]
  const gone: Element[] = []
  withTwin(svg, (twin) =>
    [twin, ...twin.querySelectorAll('*')].forEach((original, place) => {
      const one = copies[place]
      if (!one) return
      if (original.matches(LEFT_OUT) || (isDrawn(original) && isHidden(original))) gone.push(one)
      else write(getComputedStyle(original), place === 0 ? undefined : parentStyle(original), one)
    }),
  )
  for (const one of gone) one.remove()
  for (const one of [copy, ...copy.querySelectorAll('*')]) bare(one)
  unlinked(copy)
  return copy
}
