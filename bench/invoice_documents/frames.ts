import { paymentBlock, remarks } from './parts_foot.js'
import { customerBlock, headBlock, issuerBlock, logoOf, titleOf } from './parts_head.js'
import { type Slice, tableBlock } from './parts_table.js'
import { totalsBlock } from './parts_totals.js'
import type { Sheet } from './sheet.js'

/** Which variants a layout puts together; see the parts for their names. */
export interface Choice {
  logo: string
  issuer: string
  customer: string
  head: string
  pairs: string
  table: string
  columns: string
  totals: string
  pay: string
}

/** One page of a document: `at` counts from 0, `last` is the number of its last page. */
export interface PageAt {
  at: number
  last: number
  slice: Slice
}

export type Frame = (sheet: Sheet, choice: Choice, page: PageAt) => string

const title = (sheet: Sheet, style = 'font-size:1.7em;font-weight:600'): string =>
  `<div style="${style}">${titleOf(sheet)}</div>`
const footer = (html: string, style = ''): string =>
  `<footer style="margin-top:auto;padding-top:4mm;font-size:.75em;${style}">${html}</footer>`
const row = (...parts: string[]): string =>
  `<div style="display:flex;justify-content:space-between;gap:8mm">${parts.map((part) => `<div>${part}</div>`).join('')}</div>`
const gap = (millimetres: number): string => `<div style="height:${millimetres}mm;flex:none"></div>`
const lines = (sheet: Sheet, choice: Choice, { slice }: PageAt): string =>
  tableBlock(sheet, choice.table, choice.columns, slice)
const numbered = (sheet: Sheet, { at, last }: PageAt): string =>
  last > 0 ? `<div class="r" style="font-size:.8em">${sheet.word('page')} ${at + 1} / ${last + 1}</div>` : ''
const closing = (
  sheet: Sheet,
  choice: Choice,
  page: PageAt,
  html: (totals: string, pay: string) => string
): string =>
  page.at === page.last ? html(totalsBlock(sheet, choice.totals), paymentBlock(sheet, choice.pay)) : ''
/** The registry text at the foot is printed when the head does not name the issuer. */
const legalFoot = (sheet: Sheet, html = ''): string =>
  footer(`${html}${issuerBlock(sheet, 'registry')}`, 'text-align:center;color:#555')

/** The arrangements of a page. Each puts issuer, customer, head, lines, sums and payment at other places. */
export const FRAMES: Record<string, Frame> = {
  classic: (sheet, choice, page) =>
    row(
      `${logoOf(sheet, choice.logo)}${issuerBlock(sheet, choice.issuer)}`,
      `${title(sheet)}${headBlock(sheet, choice.head, choice.pairs)}`
    ) +
    gap(6) +
    `<div style="width:55%;margin-left:auto">${customerBlock(sheet, choice.customer)}</div>` +
    gap(6) +
    numbered(sheet, page) +
    lines(sheet, choice, page) +
    gap(4) +
    closing(sheet, choice, page, (totals, pay) => totals + gap(6) + pay) +
    footer(remarks(sheet)),

  sidebar: (sheet, choice, page) =>
    `<div style="display:flex;flex:1;margin:-12mm -12mm -12mm -12mm"><div style="width:52mm;background:${sheet.look.accent}18;padding:12mm 5mm;font-size:.88em">${logoOf(sheet, choice.logo)}${gap(6)}${issuerBlock(sheet, 'stack')}${gap(10)}${headBlock(sheet, 'below', choice.pairs)}${gap(10)}${page.at === page.last ? paymentBlock(sheet, 'box') : ''}</div><div style="flex:1;padding:12mm 10mm;display:flex;flex-direction:column">${title(sheet, 'font-size:2.2em;font-weight:300')}${gap(6)}${customerBlock(sheet, choice.customer)}${gap(8)}${lines(sheet, choice, page)}${gap(6)}${closing(sheet, choice, page, (totals) => totals)}${footer(remarks(sheet))}</div></div>`,

  letter: (sheet, choice, page) =>
    `<div class="r">${logoOf(sheet, choice.logo)}</div>` +
    gap(10) +
    `<div style="font-size:.65em;text-decoration:underline">${issuerBlock(sheet, 'line')}</div>` +
    gap(2) +
    row(
      `<div style="min-height:24mm">${customerBlock(sheet, 'window')}</div>`,
      headBlock(sheet, choice.head, choice.pairs)
    ) +
    gap(10) +
    title(sheet, 'font-size:1.3em;font-weight:700') +
    `<p>${sheet.choose('dear', ['Muy señores nuestros: les detallamos los conceptos facturados.', 'Estimado cliente:', '', ''])}</p>` +
    lines(sheet, choice, page) +
    gap(4) +
    closing(sheet, choice, page, (totals, pay) => totals + gap(6) + pay) +
    footer(remarks(sheet)),

  customerfirst: (sheet, choice, page) =>
    `<div style="font-size:1.15em">${customerBlock(sheet, choice.customer)}</div>` +
    gap(8) +
    row(title(sheet), `<div style="min-width:80mm">${headBlock(sheet, choice.head, choice.pairs)}</div>`) +
    gap(6) +
    lines(sheet, choice, page) +
    gap(5) +
    closing(sheet, choice, page, (totals, pay) => row(pay, totals)) +
    legalFoot(sheet, remarks(sheet)),

  margin: (sheet, choice, page) =>
    `<div style="position:absolute;left:4mm;top:50%;width:240mm;margin-left:-120mm;text-align:center;transform:translateX(0) rotate(-90deg);transform-origin:center;font-size:.68em;color:#444">${issuerBlock(sheet, 'registry')}</div><div style="padding-left:5mm;display:flex;flex-direction:column;flex:1">` +
    row(
      logoOf(sheet, choice.logo === 'name' ? 'picture' : choice.logo),
      `<div style="width:78mm">${customerBlock(sheet, choice.customer)}</div>`
    ) +
    gap(8) +
    title(sheet) +
    gap(3) +
    headBlock(sheet, choice.head, choice.pairs) +
    gap(6) +
    lines(sheet, choice, page) +
    gap(4) +
    closing(sheet, choice, page, (totals, pay) => totals + gap(5) + pay) +
    footer(remarks(sheet)) +
    '</div>',

  form: (sheet, choice, page) => {
    const cell = (name: string, html: string, span = 1): string =>
      `<td colspan="${span}" style="border:.3mm solid #333;padding:.6mm 1.5mm;vertical-align:top"><div style="font-size:.62em;color:#555;text-transform:uppercase">${name}</div>${html}</td>`
    const { invoice } = sheet
    return (
      `<table class="full"><tr>${cell(sheet.choose('f1', ['Expedidor', 'Proveedor', 'Emisor']), issuerBlock(sheet, choice.issuer), 2)}${cell(sheet.word('customer'), customerBlock(sheet, 'window'), 2)}</tr><tr>${cell(sheet.word('number'), sheet.number())}${cell(sheet.word('date'), sheet.issueDate())}${cell(sheet.word('due'), sheet.dueDate() ?? '—')}${cell(sheet.word('order'), invoice.extra.order)}</tr><tr>${cell(titleOf(sheet), invoice.rectified ? `${sheet.word('rectifies')} <span data-f="rectifiedInvoiceNumber">${invoice.rectified.number}</span>` : '&nbsp;', 2)}${cell(sheet.word('customerNo'), invoice.extra.customerNo)}${cell(sheet.word('contract'), invoice.extra.contract)}</tr></table>` +
      lines(sheet, choice, page) +
      `<div style="margin-top:auto"></div>` +
      closing(
        sheet,
        choice,
        page,
        (totals, pay) =>
          `<div style="border:.3mm solid #333;padding:2mm">${totals}</div><div style="border:.3mm solid #333;border-top:0;padding:2mm">${pay}</div>`
      ) +
      footer(remarks(sheet), 'margin-top:0')
    )
  },

  centred: (sheet, choice, page) =>
    `<div style="text-align:center">${logoOf(sheet, choice.logo).replace('display:block', 'display:inline-block')}${gap(2)}${issuerBlock(sheet, 'line')}<hr style="border:0;border-top:.4mm double ${sheet.look.accent}">${title(sheet, 'letter-spacing:.4em;font-size:1.4em')}</div>` +
    gap(4) +
    headBlock(sheet, choice.head, choice.pairs) +
    gap(4) +
    customerBlock(sheet, choice.customer) +
    gap(6) +
    lines(sheet, choice, page) +
    gap(4) +
    closing(
      sheet,
      choice,
      page,
      (totals, pay) => `${totals}${gap(6)}<div style="text-align:center">${pay}</div>`
    ) +
    footer(remarks(sheet), 'text-align:center'),

  totalfirst: (sheet, choice, page) =>
    row(logoOf(sheet, choice.logo), issuerBlock(sheet, choice.issuer)) +
    gap(6) +
    (page.at === 0
      ? `<div style="background:${sheet.look.accent}22;border-left:2mm solid ${sheet.look.accent};padding:4mm;display:flex;justify-content:space-between"><div>${headBlock(sheet, choice.head, choice.pairs)}</div><div class="r"><div>${sheet.word('total')}</div><div style="font-size:2em;font-weight:700">${sheet.total()}</div>${sheet.invoice.previousBalance === null ? '' : `<div style="font-size:.8em">${sheet.word('previous')} ${sheet.money(sheet.invoice.previousBalance)}</div>`}</div></div>${gap(5)}${row(customerBlock(sheet, choice.customer), paymentBlock(sheet, choice.pay))}`
      : '') +
    gap(6) +
    `<b>${sheet.choose('det', ['Detalle de su factura', 'Detalle', 'Conceptos'])}</b>` +
    lines(sheet, choice, page) +
    gap(3) +
    closing(sheet, choice, page, (totals) => totals) +
    footer(remarks(sheet)),

  columns: (sheet, choice, page) =>
    row(
      `<div style="width:58mm;border-top:1mm solid ${sheet.look.accent}">${issuerBlock(sheet, choice.issuer)}</div>`,
      `<div style="width:58mm;border-top:1mm solid ${sheet.look.accent}">${customerBlock(sheet, choice.customer)}</div>`,
      `<div style="border-top:1mm solid ${sheet.look.accent}">${title(sheet, 'font-weight:700')}${headBlock(sheet, choice.head, choice.pairs)}</div>`
    ) +
    gap(10) +
    lines(sheet, choice, page) +
    gap(6) +
    closing(sheet, choice, page, (totals, pay) => row(`<div style="width:75mm">${pay}</div>`, totals)) +
    footer(remarks(sheet)),

  bottomheavy: (sheet, choice, page) =>
    row(
      title(sheet, 'font-size:1.1em;text-transform:uppercase'),
      logoOf(sheet, choice.logo === 'name' ? 'brand' : choice.logo)
    ) +
    gap(4) +
    headBlock(sheet, choice.head, choice.pairs) +
    gap(4) +
    lines(sheet, choice, page) +
    `<div style="margin-top:auto"></div>` +
    closing(
      sheet,
      choice,
      page,
      (totals, pay) => totals + gap(4) + row(customerBlock(sheet, choice.customer), pay)
    ) +
    `<div style="border-top:.5mm solid ${sheet.look.accent};margin-top:5mm;padding-top:2mm;font-size:.85em">${row(issuerBlock(sheet, choice.issuer), remarks(sheet))}</div>`,

  headline: (sheet, choice, page) =>
    `<div style="background:${sheet.look.accent};color:#fff;margin:-12mm -12mm 0;padding:8mm 12mm;display:flex;justify-content:space-between"><div style="font-size:1.5em">${titleOf(sheet)} ${sheet.number()}</div><div>${sheet.choose('city', [`${sheet.invoice.issuer.city}, `, ''])}${sheet.issueDate()}</div></div>` +
    gap(6) +
    row(customerBlock(sheet, choice.customer), `<div class="r">${issuerBlock(sheet, choice.issuer)}</div>`) +
    gap(4) +
    (sheet.dueDate() ? `<div>${sheet.label('due')} ${sheet.dueDate()}</div>` : '') +
    rectifies(sheet) +
    gap(5) +
    lines(sheet, choice, page) +
    gap(4) +
    closing(sheet, choice, page, (totals, pay) => totals + gap(5) + pay) +
    footer(remarks(sheet)),

  rightissuer: (sheet, choice, page) =>
    row(
      `${title(sheet, 'font-size:2.4em;font-weight:200')}${headBlock(sheet, choice.head, choice.pairs)}`,
      `<div class="r">${logoOf(sheet, choice.logo).replace('display:block', 'display:inline-block')}<br>${issuerBlock(sheet, choice.issuer === 'labelled' ? 'stack' : choice.issuer)}</div>`
    ) +
    gap(9) +
    customerBlock(sheet, choice.customer) +
    gap(7) +
    lines(sheet, choice, page) +
    gap(4) +
    closing(sheet, choice, page, (totals, pay) => totals + gap(6) + pay) +
    footer(remarks(sheet)),
}

/** The number of the corrected invoice, for frames that print their head without pairs. */
export function rectifies(sheet: Sheet): string {
  const { rectified } = sheet.invoice
  return rectified
    ? `<div>${sheet.label('rectifies')} <span data-f="rectifiedInvoiceNumber">${rectified.number}</span> (${sheet.date(rectified.date)})</div>`
    : ''
}
