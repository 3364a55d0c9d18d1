import { type Frame, rectifies } from './frames.js'
import { paymentBlock, remarks } from './parts_foot.js'
import { customerBlock, headBlock, headPairs, issuerBlock, logoOf, titleOf } from './parts_head.js'
import { tableBlock } from './parts_table.js'
import { totalsBlock } from './parts_totals.js'
import { mark, markQuantity } from './sheet.js'

const gap = (millimetres: number): string => `<div style="height:${millimetres}mm;flex:none"></div>`

/** Arrangements that only one kind of supplier uses. */
export const SPECIAL_FRAMES: Record<string, Frame> = {
  /** The strip of a till, with what was handed over and the change. */
  ticket: (sheet) => {
    const { invoice } = sheet
    const handed = Math.ceil((invoice.total + 1) / 2000) * 2000
    const rows = invoice.lines.map((line) =>
      sheet.choose('till', [
        `<div style="display:flex;justify-content:space-between"><span>${markQuantity(sheet.decimal(line.quantity))} ${line.text.slice(0, 19)}</span><span>${sheet.money(line.amount, true)}</span></div>`,
        `<div>${line.text}</div><div style="display:flex;justify-content:space-between"><span>&nbsp; ${markQuantity(sheet.decimal(line.quantity))} x ${sheet.money(line.price, true)}</span><span>${sheet.money(line.amount, true)}</span></div>`,
      ])
    )
    const taxes = invoice.taxes.map(
      (tax, at) =>
        `<div style="display:flex;justify-content:space-between"><span>${sheet.taxLabel(tax)}</span><span>${sheet.money(tax.base, true)}</span><span>${mark(`tax${at}`, sheet.money(tax.amount, true))}</span></div>`
    )
    const toCustomer = sheet.choose('tc', [true, false])
      ? `<hr>${customerBlock(sheet, 'window')}`
      : `<hr>${sheet.word('customer')}: ${mark('customerTaxId', invoice.customer.taxId)}`
    return `<div style="text-align:center">${logoOf(sheet, 'brand')}${issuerBlock(sheet, 'stack')}</div><hr><div>${titleOf(sheet)}</div><div>${sheet.label('number')} ${sheet.number()}</div><div>${sheet.issueDate()} 14:${10 + (invoice.number.length % 50)} &nbsp; Caja 02 &nbsp; Mesa 14</div>${toCustomer}<hr>${rows.join('')}<hr><div style="display:flex;justify-content:space-between;font-size:1.5em;font-weight:700"><span>${sheet.choose('sum', ['TOTAL', 'Total', 'TOTAL EUR', 'A PAGAR', 'IMPORTE'])}</span><span>${sheet.total()}</span></div><div>${invoice.payment === 'card' ? 'TARJETA **** 4471' : `Entregado ${sheet.money(handed)}<br>Cambio ${sheet.money(handed - invoice.total)}`}</div><hr><div>${sheet.choose('bi', ['IVA INCLUIDO', 'Desglose impuestos', 'Tipo   Base   Cuota'])}</div>${taxes.join('')}<hr><div style="text-align:center">${remarks(sheet)}</div>`
  },

  /** A lawyer's bill: prose, amounts in a short column, the name under the signature. */
  minuta: (sheet, choice, page) =>
    `<div style="padding:0 12mm;display:flex;flex-direction:column;flex:1">${logoOf(sheet, choice.logo)}${gap(14)}<div>${sheet.choose('mt', ['MINUTA DE HONORARIOS', 'Nota de honorarios', 'Factura de honorarios profesionales'])} núm. ${sheet.number()}</div>${rectifies(sheet)}${gap(6)}<div>que formula <b>${sheet.issuerName()}</b>, con ${sheet.word('taxId')} ${sheet.issuerTaxId()} y domicilio en ${sheet.invoice.issuer.street}, ${sheet.invoice.issuer.city}, a ${mark('customerName', sheet.invoice.customer.name)}, ${sheet.word('taxId')} ${mark('customerTaxId', sheet.taxId(sheet.invoice.customer))}, ${sheet.invoice.customer.street}, ${sheet.invoice.customer.city}, por los servicios siguientes:</div>${gap(6)}${tableBlock(sheet, choice.table, choice.columns, page.slice)}${gap(4)}${totalsBlock(sheet, choice.totals)}${gap(8)}<div class="r">En ${sheet.invoice.issuer.city}, a ${sheet.issueDate('words')}</div>${sheet.dueDate() ? `<div>${sheet.label('due')} ${sheet.dueDate()}</div>` : ''}${gap(8)}${paymentBlock(sheet, choice.pay)}<footer style="margin-top:auto;font-size:.75em">${remarks(sheet)}</footer></div>`,

  /** Fixed columns of an old program printed on continuous paper. */
  dotmatrix: (sheet, choice, page) => {
    const { invoice } = sheet
    const pad = (text: string, width: number): string => text.slice(0, width).padEnd(width)
    const left = (text: string, width: number): string => text.slice(0, width).padStart(width)
    const rule = '-'.repeat(78)
    const pairs = headPairs(sheet, choice.pairs)
    const rows = page.slice.lines.map(
      (line) =>
        `${pad(line.code, 8)} ${pad(line.text, 30)}${markQuantity(left(sheet.decimal(line.quantity, 2), 9))}${left(sheet.money(line.price, true), 12)}${left(line.discount ? sheet.decimal(line.discount) : '', 5)}${left(sheet.money(line.amount, true), 12)}`
    )
    return `<pre style="font:inherit;margin:0">${issuerBlock(sheet, 'stack').replaceAll('<br>', '\n')}\n\n${' '.repeat(38)}${mark('customerName', invoice.customer.name)}\n${' '.repeat(38)}${invoice.customer.street}\n${' '.repeat(38)}${invoice.customer.postcode} ${invoice.customer.city}\n${' '.repeat(38)}${sheet.word('taxId')}: ${mark('customerTaxId', sheet.taxId(invoice.customer))}\n\n${titleOf(sheet).toUpperCase()}\n${pairs.map(([name, value]) => `${pad(name, 22)}: ${value}`).join('\n')}\n${rule}\n${pad(sheet.word('code'), 8)} ${pad(sheet.word('desc'), 30)}${left(sheet.word('qty'), 9)}${left(sheet.word('price'), 12)}${left('Dto', 5)}${left(sheet.word('amount'), 12)}\n${rule}\n${page.slice.carriedIn === null ? '' : `${left(sheet.word('brought'), 62)}${left(sheet.money(page.slice.carriedIn, true), 14)}\n`}${rows.join('\n').replaceAll('&', '&amp;')}\n${page.slice.carriedOut === null ? '' : `${left(sheet.word('carry'), 62)}${left(sheet.money(page.slice.carriedOut, true), 14)}\n`}${rule}\n</pre>${page.at === page.last ? `${totalsBlock(sheet, choice.totals)}${gap(3)}${paymentBlock(sheet, choice.pay)}<div style="font-size:.85em">${remarks(sheet)}</div>` : ''}`
  },

  /** A correction by substitution: old and new figures side by side; only the new ones are this invoice's. */
  substitution: (sheet, choice, page) => {
    const old = sheet.invoice.rectified
    const cell = 'border:.2mm solid #777;padding:1mm 3mm'
    const table = old
      ? `<table class="bare"><tr><th style="${cell}"></th><th style="${cell}">${sheet.word('base')}</th><th style="${cell}">${sheet.word('total')}</th></tr><tr><td style="${cell}">Importes factura original</td><td class="r" style="${cell}">${sheet.money(old.base)}</td><td class="r" style="${cell}">${sheet.money(old.total)}</td></tr><tr><td style="${cell}">Importes correctos</td><td class="r" style="${cell}">${sheet.taxBase()}</td><td class="r" style="${cell}">${sheet.total()}</td></tr></table>`
      : ''
    return `<div style="display:flex;justify-content:space-between"><div>${logoOf(sheet, choice.logo)}${issuerBlock(sheet, choice.issuer)}</div><div style="width:72mm">${customerBlock(sheet, choice.customer)}</div></div>${gap(6)}<div style="font-size:1.3em">${titleOf(sheet)}</div>${headBlock(sheet, choice.head, choice.pairs)}<p>Rectificación por sustitución (art. 15 R.D. 1619/2012). Esta factura sustituye íntegramente a la indicada. Motivo: error en precios.</p>${table}${gap(6)}${tableBlock(sheet, choice.table, choice.columns, page.slice)}${gap(4)}${totalsBlock(sheet, choice.totals)}${gap(5)}${paymentBlock(sheet, choice.pay)}<footer style="margin-top:auto;font-size:.75em">${remarks(sheet)}</footer>`
  },

  /** A utility bill: summary first, then a stub to be cut off with the amount and date of charge. */
  utility: (sheet, choice, page) =>
    `<div style="display:grid;grid-template-columns:1fr 1fr;gap:6mm"><div>${logoOf(sheet, choice.logo)}<div style="font-size:.7em">${issuerBlock(sheet, 'registry')}</div></div><div>${customerBlock(sheet, choice.customer)}</div></div>${gap(5)}<div style="display:grid;grid-template-columns:3fr 2fr;gap:6mm"><div style="border-radius:3mm;border:.4mm solid ${sheet.look.accent};padding:3mm">${headBlock(sheet, choice.head, `${choice.pairs}u`)}</div><div style="border-radius:3mm;background:${sheet.look.accent};color:#fff;padding:3mm;text-align:center"><div>${sheet.choose('ub', ['IMPORTE', 'Total a pagar', 'Total'])}</div><div style="font-size:1.9em;font-weight:700">${sheet.total()}</div>${sheet.invoice.previousBalance === null ? '' : `<div style="font-size:.8em">${sheet.word('toPay')}: ${sheet.money(sheet.invoice.total + sheet.invoice.previousBalance)}</div>`}</div></div>${gap(4)}<div style="display:flex;align-items:flex-end;gap:3mm;height:24mm">${[9, 14, 11, 17, 20, 16, 12].map((height) => `<div style="width:9mm;background:${sheet.look.accent}66;height:${height}mm;font-size:.6em">${height * 31}</div>`).join('')}<div style="font-size:.75em">Consumo de los últimos meses. Lectura anterior: 48.221 · Lectura actual: 49.907</div></div>${gap(4)}${tableBlock(sheet, choice.table, choice.columns, page.slice)}${gap(3)}${totalsBlock(sheet, choice.totals)}<div style="margin-top:auto;border-top:.3mm dashed #555;padding-top:3mm">${paymentBlock(sheet, choice.pay)}<div style="font-size:.7em">Atención al cliente 900 100 214 · Averías 900 100 215. ${remarks(sheet)}</div></div>`,

  /** Half a page with a stub that repeats number and amount. */
  stub: (sheet, choice, page) =>
    `<div style="display:flex;gap:5mm;flex:1"><div style="flex:1;display:flex;flex-direction:column">${customerBlock(sheet, choice.customer)}${gap(3)}${headBlock(sheet, choice.head, choice.pairs)}${gap(3)}${tableBlock(sheet, choice.table, choice.columns, page.slice)}${gap(3)}${totalsBlock(sheet, choice.totals)}<div style="margin-top:auto;font-size:.8em">${paymentBlock(sheet, choice.pay)}${remarks(sheet)}</div></div><div style="width:44mm;flex:none;overflow-wrap:anywhere;border-left:.3mm dashed #444;padding-left:4mm;font-size:.85em">${logoOf(sheet, choice.logo === 'name' ? 'brand' : choice.logo)}${gap(3)}${issuerBlock(sheet, 'stack')}${gap(8)}${titleOf(sheet)}<br>${sheet.number()}${gap(4)}${sheet.word('total')}<br><b>${sheet.total()}</b></div></div>`,

  /** A software company's plain bill: labels and values in two words, everything far apart. */
  plain: (sheet, choice, page) =>
    `<div style="display:flex;justify-content:space-between"><div style="font-size:1.9em;font-weight:700">${titleOf(sheet)}</div>${logoOf(sheet, choice.logo === 'name' ? 'brand' : choice.logo)}</div>${gap(4)}${headBlock(sheet, 'list', choice.pairs)}${gap(8)}<div style="display:grid;grid-template-columns:1fr 1fr">${`<div>${issuerBlock(sheet, 'stack')}</div><div>${customerBlock(sheet, choice.customer)}</div>`}</div>${gap(10)}<div style="font-size:1.5em;font-weight:700">${sheet.total()}${sheet.dueDate() ? ` ${sheet.choose('dueword', ['due', 'vence el', '-'])} ${sheet.dueDate()}` : ''}</div>${gap(8)}${tableBlock(sheet, choice.table, choice.columns, page.slice)}${gap(5)}<div style="width:60%;margin-left:auto">${totalsBlock(sheet, choice.totals)}</div>${gap(8)}${paymentBlock(sheet, choice.pay)}<footer style="margin-top:auto;font-size:.75em">${remarks(sheet)}</footer>`,
}
