import { type Choice, FRAMES } from './frames.js'
import { SIBLING_FRAMES } from './frames_sibling.js'
import { SPECIAL_FRAMES } from './frames_special.js'
import { WIDE_GOODS_FRAMES } from './frames_wide_goods.js'
import { WIDE_OTHER_FRAMES } from './frames_wide_other.js'
import { WIDE_SERVICE_FRAMES } from './frames_wide_services.js'
import type { Invoice, Line } from './invoice.js'
import type { LayoutPlan } from './layouts.js'
import { Random } from './random.js'
import { type Look, Sheet } from './sheet.js'

/** Everything drawn for a layout, the same for all its invoices. */
export interface Design {
  look: Look
  choice: Choice
  /** Width and height of the paper in millimetres; a height of 0 is a roll, cut where the text ends. */
  paper: [number, number]
}

/** Arrangements on the paper of a till. */
const ROLLS = new Set(['ticket', 'till', 'gasolinera', 'asador'])
export const isRoll = (frame: string): boolean => ROLLS.has(frame)
const PAPERS: readonly [number, number][] = [
  [210, 297],
  [210, 297],
  [210, 297],
  [210, 297],
  [215.9, 279.4],
  [210, 297],
]
const SERIF = "'EB Garamond','Libre Baskerville','DejaVu Serif',serif"
const FONTS = [
  "'Liberation Sans',sans-serif",
  "'DejaVu Sans',sans-serif",
  "'Inter',sans-serif",
  "'Lato','Liberation Sans',sans-serif",
  "'Roboto Condensed','DejaVu Sans Condensed',sans-serif",
  SERIF,
  "'PT Serif','DejaVu Serif',serif",
  "'Open Sans','Liberation Sans',sans-serif",
  "'Barlow Condensed','DejaVu Sans Condensed',sans-serif",
  "'Montserrat','Inter',sans-serif",
  "'Source Sans 3','Liberation Sans',sans-serif",
  "'Noto Serif','DejaVu Serif',serif",
]
const MONO = [
  "'Courier Prime','DejaVu Sans Mono',monospace",
  "'IBM Plex Mono','DejaVu Sans Mono',monospace",
  "'VT323','DejaVu Sans Mono',monospace",
]
const ACCENTS = [
  '#1f3a5f',
  '#7a1f2b',
  '#2e6b3e',
  '#444444',
  '#b35a00',
  '#5b2a86',
  '#006d77',
  '#111111',
  '#8a6d1d',
  '#c2185b',
]

export function designOf(seed: string, plan: LayoutPlan): Design {
  const random = new Random(`${seed}:${plan.id}:design`)
  const onRoll = isRoll(plan.frame)
  const isMono = plan.frame === 'dotmatrix' || onRoll
  const isEnglish = plan.language === 'en'
  const spaced = plan.language === 'fr'
  const look: Look = {
    seed: `${seed}:${plan.id}`,
    font: random.pick(isMono ? MONO : FONTS),
    points: onRoll
      ? random.pick([8.5, 9.5])
      : plan.frame === 'dotmatrix'
        ? 10
        : random.pick([8.5, 9, 9.5, 10]),
    ink: random.pick(['#000', '#111', '#222', '#2b2b3b']),
    accent: random.pick(ACCENTS),
    thousands:
      isEnglish || plan.flags.has('usformat')
        ? ','
        : spaced
          ? '\u00a0'
          : random.pick(['.', '.', '.', '', '\u00a0']),
    decimals: isEnglish ? '.' : ',',
    sign: isEnglish
      ? random.pick(['before', 'code'])
      : random.pick(['after', 'after', 'none', 'none', 'code']),
    minus: random.pick(['before', 'before', 'before', 'after', 'brackets']),
    date: dateStyle(random, plan),
    taxId: random.int(0, 6),
    iban: random.int(0, 3),
    labelEnd: random.pick([':', ':', '', '', ' :']),
  }
  const disc = plan.flags.has('line_discounts')
  const columns = disc
    ? ['cdqpxa', 'dqpxva', 'qcdpxa', 'cduqpxa']
    : [
        'dqpa',
        'cdqpa',
        'qdpa',
        'cdqupa',
        'dqpva',
        'tdqpa',
        'da',
        'cqdpva',
        'dqpvia',
        'qudpa',
        'cdva',
        'udqpa',
      ]
  const choice: Choice = {
    logo: random.pick(
      plan.flags.has('brand') ? ['picture', 'brand'] : ['picture', 'name', 'name', 'none', 'brand']
    ),
    issuer: random.pick(['stack', 'idfirst', 'line', 'labelled', 'contact', 'registry']),
    customer: random.pick(['window', 'boxed', 'idfirst', 'labelled', 'line', 'banner']),
    head: random.pick([
      'list',
      'colon',
      'strip',
      'far',
      'boxes',
      'valuefirst',
      'below',
      'dots',
      'pipe',
      'grid2',
      'columns',
      'cells',
    ]),
    pairs: random
      .shuffle([...'nocapg'])
      .slice(0, random.int(0, 3))
      .join(''),
    table: plan.flags.has('grid')
      ? 'grid'
      : plan.flags.has('notes') || plan.flags.has('long')
        ? random.pick(['grid', 'rows', 'zebra', 'bare'])
        : random.pick([
            'grid',
            'rows',
            'zebra',
            'columns',
            'bare',
            'headless',
            ...(disc ? [] : ['stacked', 'amountfirst']),
          ]),
    columns: random.pick(columns),
    totals: random.pick([
      'list',
      'boxed',
      'strip',
      'rates',
      'transposed',
      'valuefirst',
      'cards',
      'inline',
      'above',
      'ruled',
      'rates',
      'strip',
    ]),
    pay: random.pick(['line', 'box', 'columns', 'plain', ...(plan.language === 'es' ? ['sentence'] : [])]),
  }
  return {
    look,
    choice,
    paper: onRoll
      ? [random.pick([72, 80]), 0]
      : plan.frame === 'stub'
        ? [210, 148.5]
        : plan.frame === 'bottomheavy' && random.chance(0.3)
          ? [297, 210]
          : random.pick(PAPERS),
  }
}

function dateStyle(random: Random, plan: LayoutPlan): string {
  if (plan.language === 'en')
    return random.pick(plan.flags.has('usa') ? ['words'] : ['words', 'spaced', 'yyyy-mm-dd', 'short'])
  if (plan.language === 'de') return random.pick(['dd.mm.yyyy', 'words'])
  if (plan.language === 'nl') return random.pick(['dd-mm-yyyy', 'words'])
  return random.pick([
    'dd/mm/yyyy',
    'dd/mm/yyyy',
    'dd/mm/yy',
    'dd-mm-yyyy',
    'dd.mm.yyyy',
    'short',
    'words',
    'dd-mm-yy',
    'yyyy-mm-dd',
  ])
}

/** The pages of invoices as HTML, at most `capacity` lines on each; sums are carried when an invoice has several. */
export function composeHtml(
  invoices: readonly Invoice[],
  plan: LayoutPlan,
  design: Design,
  logo: string,
  capacity: number,
  fontFaces: string
): string {
  const pages = invoices.flatMap((invoice) =>
    pagesOf(new Sheet(invoice, design.look, logo), plan, design, capacity)
  )
  const style = styleOf(design, design.paper[1] ? 12 : 4)
  return `<!doctype html><html lang="${plan.language}"><meta charset="utf-8"><style>${fontFaces}${style}</style><body>${pages.join('')}</body></html>`
}

function pagesOf(sheet: Sheet, plan: LayoutPlan, design: Design, capacity: number): string[] {
  const frame =
    FRAMES[plan.frame] ??
    SPECIAL_FRAMES[plan.frame] ??
    SIBLING_FRAMES[plan.frame] ??
    WIDE_SERVICE_FRAMES[plan.frame] ??
    WIDE_GOODS_FRAMES[plan.frame] ??
    WIDE_OTHER_FRAMES[plan.frame]
  if (!frame) throw new Error(`Unknown frame ${plan.frame}`)
  const all = sheet.invoice.lines
  const chunks: Line[][] = []
  for (let at = 0; at < all.length; at += capacity) chunks.push(all.slice(at, at + capacity))
  const carries = sheet.choose('carries', [true, true, false])
  let sum = 0
  return chunks.map((lines, at) => {
    const carriedIn = carries && at > 0 ? sum : null
    sum += lines.reduce((total, { amount }) => total + amount, 0)
    const carriedOut = carries && at < chunks.length - 1 ? sum : null
    return `<section>${frame(sheet, design.choice, { at, last: chunks.length - 1, slice: { lines, carriedIn, carriedOut } })}</section>`
  })
}

function styleOf({ look, paper: [width, height] }: Design, margin: number): string {
  return `@page{size:${width}mm ${height || 200}mm;margin:0}*{box-sizing:border-box;-webkit-print-color-adjust:exact}html,body{margin:0;background:#fff}
body{font:${look.points}pt/1.3 ${look.font};color:${look.ink};width:${width}mm}
section{width:${width}mm;${height ? `height:${height - 0.2}mm;overflow:hidden;break-after:page;` : ''}padding:${margin}mm;position:relative;display:flex;flex-direction:column}
section:last-child{break-after:auto}table{border-collapse:collapse;font-size:inherit}.full{width:100%}.bare td,.bare th{padding:.3mm 0;vertical-align:top}td{vertical-align:top}.r{text-align:right}.l{text-align:left}th{font-weight:600}hr{width:100%;border:0;border-top:.2mm dashed #000;margin:1.5mm 0}p{margin:2mm 0}`
}
