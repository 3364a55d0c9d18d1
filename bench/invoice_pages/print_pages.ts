import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { DAMAGES, type Damage, DPI, damagePage, movePlaces, scannedPdf } from '../invoice_documents/damage.js'
import { fontFaces } from '../invoice_documents/fonts.js'
import type { Places } from '../invoice_documents/print.js'
import { Random } from '../invoice_documents/random.js'

const SETS = 'bench/invoice_pages/sets'
const MM_PER_INCH = 25.4
const CSS_DPI = 96

/** An invoice that somebody set by hand: its page, what it says, and how its picture is damaged. */
interface InvoicePage {
  name: string
  /** `<section>`s, one a page; printed values carry their field as `data-f`. */
  html: string
  fields: Record<string, unknown>
  group?: 'real'
  language?: string
  hard?: string[]
  /** Millimetres; A4 when not given. */
  paper?: [number, number]
  damage?: Damage
  pictures?: false
  text?: false
}

/** The names of the sets, in the order they were written. */
export function pageSets(): string[] {
  return readdirSync(SETS)
    .map((file) => file.replace('.json', ''))
    .sort()
}

/** Prints sets, every one unless told which, into folders of their own: each page as text, and as a picture where it has one. */
export async function printPages(
  folder: string,
  chromiumPath: string,
  onDone: (file: string) => void,
  sets = pageSets()
): Promise<number> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
  const faces = fontFaces()
  let written = 0
  try {
    for (const set of sets) {
      const out = join(folder, set)
      rmSync(out, { recursive: true, force: true })
      mkdirSync(out, { recursive: true })
      const pages: InvoicePage[] = JSON.parse(readFileSync(join(SETS, `${set}.json`), 'utf8'))
      for (const [at, page] of pages.entries())
        for (const damage of copiesOf(page, at)) {
          onDone(await printPage(browser, page, damage, out, faces))
          written++
        }
    }
  } finally {
    await browser.close()
  }
  return written
}

function copiesOf({ text, pictures, damage }: InvoicePage, at: number): (Damage | null)[] {
  const picture = damage ?? DAMAGES[(at + 1) % DAMAGES.length] ?? 'scan200'
  return [...(text === false ? [] : [null]), ...(pictures === false ? [] : [picture])]
}

async function printPage(
  browser: Browser,
  invoice: InvoicePage,
  damage: Damage | null,
  out: string,
  faces: ReadonlyMap<string, string>
): Promise<string> {
  const [width, height] = invoice.paper ?? [210, 297]
  const page = await browser.newPage({ deviceScaleFactor: damage ? DPI[damage] / CSS_DPI : 1 })
  await page.setViewportSize({ width: Math.round((width / MM_PER_INCH) * CSS_DPI), height: 1100 })
  await page.emulateMedia({ media: 'print' })
  await page.setContent(framed(invoice, [width, height], faces), { waitUntil: 'load' })
  await page.evaluate('document.fonts.ready')
  const found = await page.evaluate(measurePlaces)
  const name = `${invoice.name}${damage ? `-${damage}` : ''}`
  const isPhoto = (damage === 'photo' || damage === 'photo_exif') && found.pages === 1
  const file = `${name}.${isPhoto ? 'jpg' : 'pdf'}`
  let places = found.places
  let content: Buffer
  if (damage) {
    const random = new Random(`pages:${name}`)
    const pictures = []
    for (const section of await page.$$('section'))
      pictures.push(await damagePage(await section.screenshot({ type: 'png' }), damage, random))
    places = movePlaces(
      places,
      pictures.map(({ map }) => map)
    )
    const [first] = pictures
    content = isPhoto && first ? first.jpeg : await scannedPdf(pictures, DPI[damage])
  } else
    content = await page.pdf({
      width: `${width}mm`,
      height: `${height}mm`,
      printBackground: true,
      preferCSSPageSize: true,
    })
  await page.close()
  writeFileSync(join(out, file), content)
  const expected = {
    file,
    group: damage ? 'synthetic-scan' : (invoice.group ?? 'synthetic-text'),
    kind: damage ? (isPhoto ? 'image' : 'pdf-scan') : 'pdf-text',
    degradation: damage,
    hard: invoice.hard ?? [],
    layout: invoice.name,
    language: invoice.language ?? 'es',
    supplier: invoice.fields.providerName,
    pages: found.pages,
    origin: 'bench/invoice_pages, all companies and persons invented',
    licence: 'CC0-1.0',
    fields: invoice.fields,
    boxes: places,
  }
  writeFileSync(join(out, `${name}.expected.json`), `${JSON.stringify(expected, null, 1)}\n`)
  return file
}

function framed(
  { html }: InvoicePage,
  [width, height]: readonly [number, number],
  faces: ReadonlyMap<string, string>
): string {
  const fonts = [...faces].filter(([family]) => html.includes(family)).map(([, face]) => face)
  return `<!doctype html><meta charset=utf8><style>*{box-sizing:border-box}@page{size:${width}mm ${height}mm;margin:0}
html,body{margin:0;padding:0;background:#fff}section{position:relative;width:${width}mm;height:${height}mm;overflow:hidden;break-after:page}
section:last-child{break-after:auto}${fonts.join('\n')}</style>${html}`
}

/** Runs in the browser: where every value is printed, in fractions of its page. */
function measurePlaces(): { places: Places; pages: number } {
  const places: Places = {}
  const sections = [...document.querySelectorAll('section')]
  for (const [at, section] of sections.entries()) {
    const frame = section.getBoundingClientRect()
    for (const span of section.querySelectorAll<HTMLElement>('[data-f]')) {
      const range = document.createRange()
      range.selectNodeContents(span)
      const rect = range.getBoundingClientRect()
      const field = span.dataset.f ?? ''
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
  return { places, pages: sections.length }
}
