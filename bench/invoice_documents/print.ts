import { type Browser, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { composeHtml, type Design } from './compose.js'
import { fontFaces } from './fonts.js'
import type { Choice } from './frames.js'
import type { Invoice } from './invoice.js'
import type { LayoutPlan } from './layouts.js'
import { Random } from './random.js'

/** Where a value stands: page from 1, box in fractions of the page. */
export interface Place {
  page: number
  box: [number, number, number, number]
}

export type Places = Record<string, Place[]>

export interface Printed {
  pdf: Buffer
  places: Places
  pages: number
  /** One picture a page at the wanted dots per inch; only made when asked for. */
  pictures: Buffer[]
  hasQuantities: boolean
}

const CAPACITIES: readonly [number, number][] = [
  [70, 1],
  [70, 0.9],
  [32, 1],
  [26, 0.92],
  [20, 0.92],
  [14, 0.92],
  [9, 0.9],
  [9, 0.78],
  [5, 0.9],
  [3, 0.9],
]

/** Prints invoices with Chromium; their values' places come from the page itself, so they are exact. */
export class Printer {
  private readonly faces = fontFaces()

  private constructor(
    private readonly browser: Browser,
    private readonly pages = new Map<number, Page>()
  ) {}

  static async open(executablePath: string): Promise<Printer> {
    return new Printer(await chromium.launch({ executablePath, args: ['--no-sandbox'] }))
  }

  async close(): Promise<void> {
    await this.browser.close()
  }

  /**
   * One file of invoices of one supplier, mostly of one. `dpi` null: only the PDF. Throws when an invoice does not fit on
   * its paper in any of the ways tried.
   */
  async print(
    invoices: readonly Invoice[],
    plan: LayoutPlan,
    design: Design,
    dpi: number | null
  ): Promise<Printed> {
    const logo = await drawLogo(invoices[0]?.brand ?? '', design)
    const page = await this.pageOf(dpi ?? 96)
    const faces = [...this.faces]
      .filter(([family]) => design.look.font.includes(`'${family}'`))
      .map(([, face]) => face)
      .join('\n')
    const width = Math.round((design.paper[0] / 25.4) * 96)
    await page.setViewportSize({ width, height: 1200 })
    await page.emulateMedia({ media: 'print' })
    for (const { capacity, scale, choice, paper } of attempts(design)) {
      const scaled = {
        ...design,
        choice,
        paper,
        look: { ...design.look, points: design.look.points * scale },
      }
      await page.setContent(composeHtml(invoices, plan, scaled, logo, capacity, faces), { waitUntil: 'load' })
      await page.evaluate('document.fonts.ready')
      const found = await page.evaluate(measurePage)
      if (found.isOverfull) continue
      const height = paper[1] ? `${paper[1]}mm` : `${Math.ceil((found.height / 96) * 25.4) + 1}mm`
      if (!paper[1]) await page.addStyleTag({ content: `@page{size:${design.paper[0]}mm ${height}}` })
      const pdf = await page.pdf({
        width: `${design.paper[0]}mm`,
        height,
        printBackground: true,
        preferCSSPageSize: true,
      })
      const pictures: Buffer[] = []
      if (dpi)
        for (const section of await page.$$('section'))
          pictures.push(await section.screenshot({ type: 'png' }))
      const places = paper[1] || dpi ? found.places : stretched(found, height)
      const { hasQuantities, pages } = found
      return { pdf, places: withUnions(places, found.parts), pages, pictures, hasQuantities }
    }
    throw new Error(`${plan.id} does not fit on its paper`)
  }

  private async pageOf(dpi: number): Promise<Page> {
    const known = this.pages.get(dpi)
    if (known) return known
    const page = await this.browser.newPage({ deviceScaleFactor: dpi / 96 })
    this.pages.set(dpi, page)
    return page
  }
}

/** What is tried until the invoice fits: smaller letters, a plainer head, fewer lines a page, at last a higher sheet. */
function attempts({ choice, paper }: Design): Attempt[] {
  const plainer = [
    choice,
    { ...choice, head: 'list' },
    { ...choice, head: 'list', totals: 'list', columns: 'dqpa' },
  ]
  const fitting = (size: Design['paper']) =>
    CAPACITIES.flatMap(([capacity, scale]) =>
      plainer.map((tried) => ({ capacity, scale, choice: tried, paper: size }))
    )
  return [...fitting(paper), ...fitting([paper[0], 297])]
}

interface Attempt {
  capacity: number
  scale: number
  choice: Choice
  paper: Design['paper']
}

interface Found {
  places: Record<string, { page: number; box: [number, number, number, number] }[]>
  parts: string[]
  isOverfull: boolean
  pages: number
  height: number
  hasQuantities: boolean
}

/** Runs in the browser. */
function measurePage(): Found {
  const places: Found['places'] = {}
  const parts = new Set<string>()
  const sections = [...document.querySelectorAll('section')]
  let isOverfull = false
  for (const [at, section] of sections.entries()) {
    const frame = section.getBoundingClientRect()
    if (section.scrollHeight > section.clientHeight + 1 || section.scrollWidth > section.clientWidth + 1)
      isOverfull = true
    for (const span of section.querySelectorAll<HTMLElement>('[data-f]')) {
      const field = span.dataset.f ?? ''
      const rect = span.getBoundingClientRect()
      if (rect.right > frame.right + 1 || rect.bottom > frame.bottom + 1) isOverfull = true
      if ('part' in span.dataset) parts.add(field)
      const list = places[field] ?? []
      list.push({
        page: at + 1,
        box: [
          (rect.left - frame.left) / frame.width,
          (rect.top - frame.top) / frame.height,
          (rect.right - frame.left) / frame.width,
          (rect.bottom - frame.top) / frame.height,
        ],
      })
      places[field] = list
    }
  }
  return {
    places,
    parts: [...parts],
    isOverfull,
    pages: sections.length,
    hasQuantities: document.querySelector('[data-q]') !== null,
    height: sections[0]?.getBoundingClientRect().height ?? 0,
  }
}

/** A roll's paper is a little longer than its text; the places are fractions of the paper. */
function stretched(found: Found, height: string): Places {
  const factor = found.height / ((Number.parseFloat(height) / 25.4) * 96)
  return Object.fromEntries(
    Object.entries(found.places).map(([field, list]) => [
      field,
      list.map(
        ({ page, box: [x0, y0, x1, y1] }): Place => ({ page, box: [x0, y0 * factor, x1, y1 * factor] })
      ),
    ])
  )
}

/** A value printed in pieces (series and number) may also be shown as one place around both. */
function withUnions(places: Places, parts: string[]): Places {
  for (const field of parts) {
    const list = places[field] ?? []
    for (let at = 0; at + 1 < list.length; at += 2) {
      const [one, other] = [list[at], list[at + 1]]
      if (one && other && one.page === other.page)
        list.push({
          page: one.page,
          box: [
            Math.min(one.box[0], other.box[0]),
            Math.min(one.box[1], other.box[1]),
            Math.max(one.box[2], other.box[2]),
            Math.max(one.box[3], other.box[3]),
          ],
        })
    }
  }
  return places
}

async function drawLogo(brand: string, { look }: Design): Promise<string> {
  const random = new Random(`${look.seed}:logo`)
  const shape = random.pick([
    `<circle cx="45" cy="60" r="36" fill="${look.accent}"/><circle cx="58" cy="52" r="22" fill="#fff"/>`,
    `<path d="M10 100 L45 15 L80 100 Z" fill="${look.accent}"/>`,
    `<rect x="8" y="22" width="74" height="74" rx="16" fill="none" stroke="${look.accent}" stroke-width="11"/>`,
    `<path d="M8 70 Q30 20 50 65 T88 60" fill="none" stroke="${look.accent}" stroke-width="12"/>`,
  ])
  const text = brand.replaceAll('&', '&amp;').slice(0, 22)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="120">${shape}<text x="104" y="78" font-family="${random.pick(['DejaVu Sans', 'DejaVu Serif'])}" font-weight="bold" font-size="${text.length > 14 ? 31 : 46}" fill="${look.accent}">${text}</text></svg>`
  return `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')}`
}
