import type { PageAt } from './frames.js'
import type { Line } from './invoice.js'
import { escapeHtml, mark, markQuantity, type Sheet } from './sheet.js'

/* What the arrangements of the set `wide` share: plain pieces of a page, with the wording given by each of them. */

export type Pair = [label: string, value: string]

export const gap = (millimetres: number): string => `<div style="height:${millimetres}mm;flex:none"></div>`
export const small = (html: string, size = 0.72): string =>
  `<div style="font-size:${size}em;color:#555">${html}</div>`
export const between = (...parts: string[]): string =>
  `<div style="display:flex;justify-content:space-between;gap:8mm">${parts.map((part) => `<div>${part}</div>`).join('')}</div>`
export const box = (html: string, style = ''): string =>
  `<div style="border:.25mm solid #444;padding:2mm 3mm;${style}">${html}</div>`
export const foot = (html: string): string =>
  `<footer style="margin-top:auto;padding-top:4mm;font-size:.68em;color:#444">${html}</footer>`
/** What only the last page prints. */
export const atEnd = (page: PageAt, html: string): string => (page.at === page.last ? html : '')

const LEFT = 'cdutn'

/** The lines of a page, a letter a column: code, description, unit, quantity, price, discount, amount, rate, day, detail. */
export function goods(
  sheet: Sheet,
  page: PageAt,
  columns: string,
  heads: readonly string[],
  style = ''
): string {
  const cell = (line: Line, column: string): string => {
    switch (column) {
      case 'c':
        return line.code
      case 'd':
        return escapeHtml(line.text)
      case 'n':
        return `${escapeHtml(line.text)}${line.detail ? `<br><span style="font-size:.8em">${line.detail}</span>` : ''}`
      case 'u':
        return line.unit
      case 'q':
        return markQuantity(
          sheet.decimal(line.quantity, Number.isInteger(line.quantity) ? sheet.choose('qp', [0, 0, 2]) : 0)
        )
      case 'p':
        return sheet.money(line.price, true)
      case 'x':
        return line.discount ? sheet.decimal(line.discount, 2) : ''
      case 'r':
        return `${sheet.decimal(line.rate)}${sheet.choose('rs', ['', '%', ' %'])}`
      case 't':
        return sheet.date(line.day)
      default:
        return sheet.money(line.amount, sheet.choose('ap', [true, false]))
    }
  }
  const side = (at: number) => (LEFT.includes(columns[at] ?? '') ? 'l' : 'r')
  const look = style || 'padding:.8mm 1.6mm'
  const head = heads.length
    ? `<tr>${heads.map((name, at) => `<th class="${side(at)}" style="${look};border-bottom:.3mm solid #333">${name}</th>`).join('')}</tr>`
    : ''
  const rows = page.slice.lines.map(
    (line) =>
      `<tr>${[...columns].map((column, at) => `<td class="${side(at)}" style="${look};${column === 'd' || column === 'n' ? '' : 'white-space:nowrap'}">${cell(line, column)}</td>`).join('')}</tr>`
  )
  return `<table class="full">${head}${rows.join('')}</table>`
}

/** Rows of a name and its value, the values level at the right. */
export const list = (
  rows: readonly Pair[],
  style = 'margin-left:auto',
  cell = 'padding:.6mm 8mm .6mm 0'
): string =>
  `<table class="bare" style="${style}">${rows.map(([name, value]) => `<tr><td style="${cell}">${name}</td><td class="r" style="white-space:nowrap">${value}</td></tr>`).join('')}</table>`

/** Names in one row of cells, values in the next. */
export const cells = (rows: readonly Pair[], border = '.2mm solid #666', nameSize = 0.75): string => {
  const look = `border:${border};padding:.8mm 2mm`
  return `<table class="full"><tr>${rows.map(([name]) => `<td style="${look};font-size:${nameSize}em">${name}</td>`).join('')}</tr><tr>${rows.map(([, value]) => `<td style="${look};white-space:nowrap">${value}</td>`).join('')}</tr></table>`
}

/** Values in one row, their names small below. */
export const namedBelow = (rows: readonly Pair[]): string =>
  `<div style="display:flex;gap:7mm">${rows.map(([name, value]) => `<div><div style="border-bottom:.2mm solid #999;white-space:nowrap">${value}</div><div style="font-size:.68em;color:#555">${name}</div></div>`).join('')}</div>`

export const street = (party: { street: string; postcode: string; city: string }, joint = '<br>'): string =>
  `${party.street}${joint}${party.postcode} ${party.city}`

export const customerName = (sheet: Sheet): string => mark('customerName', sheet.invoice.customer.name)
export const customerId = (sheet: Sheet): string => mark('customerTaxId', sheet.taxId(sheet.invoice.customer))

/** Name, address and number of the customer. */
export const customer = (sheet: Sheet, label: string): string =>
  `<b>${customerName(sheet)}</b><br>${street(sheet.invoice.customer)}<br>${label} ${customerId(sheet)}`

/** Name, address and number of who bills. */
export const issuer = (sheet: Sheet, label: string): string =>
  `<b>${sheet.issuerName()}</b><br>${street(sheet.invoice.issuer)}<br>${label} ${sheet.issuerTaxId()}`

export const taxAmount = (sheet: Sheet, at: number): string =>
  mark(`tax${at}`, sheet.money(sheet.invoice.taxes[at]?.amount ?? 0))

/** The base of a rate, which is the whole base where there is one rate. */
export const baseOf = (sheet: Sheet, base: number): string =>
  base === sheet.invoice.taxBase ? mark('taxBase', sheet.money(base)) : sheet.money(base)

/** The taxes as rows of a list, named by the arrangement. */
export const taxes = (sheet: Sheet, name: (rate: string, base: string, type: string) => string): Pair[] =>
  sheet.invoice.taxes.map((tax, at) => [
    name(
      sheet.decimal(tax.rate),
      baseOf(sheet, tax.base),
      tax.type === 'RE' ? 'R.E.' : sheet.invoice.taxName
    ),
    taxAmount(sheet, at),
  ])

export const withheld = (sheet: Sheet, name: (rate: string) => string): Pair[] =>
  sheet.invoice.withholding
    ? [[name(sheet.decimal(sheet.invoice.withholding.rate)), sheet.withholdingAmount()]]
    : []

export const outlays = (sheet: Sheet, before = 'Suplido: '): Pair[] =>
  sheet.invoice.suplidos.map(({ text, amount }) => [`${before}${text}`, sheet.money(amount)])

/** Taxes as a table of its own: rate, base and amount a row. */
export function taxTable(sheet: Sheet, heads: readonly string[], order = 'tbra', style = ''): string {
  const cell = `padding:.5mm 3mm;${style || 'border:.15mm solid #888'}`
  const rows = sheet.invoice.taxes.map((tax, at) => {
    const parts: Record<string, string> = {
      t: tax.type === 'RE' ? 'R.E.' : sheet.invoice.taxName,
      b: baseOf(sheet, tax.base),
      r: `${sheet.decimal(tax.rate, sheet.choose('rp', [0, 0, 2]))}${sheet.choose('rz', ['', ' %', '%'])}`,
      a: taxAmount(sheet, at),
    }
    return `<tr>${[...order].map((part) => `<td class="r" style="${cell}">${parts[part] ?? ''}</td>`).join('')}</tr>`
  })
  return `<table><tr>${heads.map((head) => `<th class="r" style="${cell}">${head}</th>`).join('')}</tr>${rows.join('')}</table>`
}

const UNITS =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' '
  )
const TENS = ' diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const HUNDREDS =
  ' ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' '
  )

/** A whole number below a million in Spanish words. */
export function inWords(value: number): string {
  if (value < 30) return UNITS[value] ?? ''
  if (value < 100) return `${TENS[Math.floor(value / 10)]}${value % 10 ? ` y ${UNITS[value % 10]}` : ''}`
  if (value === 100) return 'cien'
  if (value < 1000)
    return `${HUNDREDS[Math.floor(value / 100)]}${value % 100 ? ` ${inWords(value % 100)}` : ''}`
  const thousands = Math.floor(value / 1000)
  return `${thousands === 1 ? '' : `${inWords(thousands)} `}mil${value % 1000 ? ` ${inWords(value % 1000)}` : ''}`
}

/** An amount as words say it, with the cents as a figure. */
export const totalInWords = (cents: number): string =>
  `${inWords(Math.floor(Math.abs(cents) / 100))} euros con ${inWords(Math.abs(cents) % 100)} céntimos`
