import type { Frame } from './frames.js'
import { escapeHtml, mark, type Sheet } from './sheet.js'
import {
  atEnd,
  baseOf,
  between,
  box,
  cells,
  customer,
  customerId,
  customerName,
  foot,
  gap,
  goods,
  issuer,
  list,
  small,
  street,
  taxAmount,
  taxes,
  taxTable,
  withheld,
} from './wide_kit.js'

/* Wholesalers, shops and the looks of the usual programs of accounting: who bills goods. */

const dueOr = (sheet: Sheet, other: string): string => sheet.dueDate() ?? other
const bank = (sheet: Sheet): string => sheet.ibans()[0] ?? ''
const bar = (html: string, colour: string): string =>
  `<div style="background:${colour};color:#fff;padding:1.5mm 3mm">${html}</div>`
/** A box without a name around a value. */
const bare = (html: string): string =>
  `<span style="border:.2mm solid #555;padding:1mm 3mm;margin-right:1mm;white-space:nowrap">${html}</span>`

export const WIDE_GOODS_FRAMES: Record<string, Frame> = {
  /** Print of an old program: a row of headings for the document, another for the customer, the sums in two strips. */
  contaplus: (s, _, page) =>
    `<div style="font-size:1.1em"><b>${s.issuerName()}</b></div>${small(`${street(s.invoice.issuer, '  ')}  C.I.F. ${s.issuerTaxId()}  Tel. 954 11 20 30`, 0.9)}${gap(4)}<div style="margin-left:100mm">${box(`${customerName(s)}<br>${street(s.invoice.customer)}`)}</div>${gap(4)}${cells(
      [
        ['Documento', 'FACTURA'],
        ['Número', s.number()],
        ['Página', `${page.at + 1}`],
        ['Fecha', s.issueDate()],
        ['Cód. Cliente', s.invoice.extra.customerNo],
        ['N.I.F.', customerId(s)],
      ]
    )}${gap(3)}${goods(s, page, 'cdqpxa', ['Artículo', 'Descripción', 'Cantidad', 'Precio', 'Dto.', 'Importe'])}${atEnd(
      page,
      `<div style="margin-top:auto"></div>${gap(6)}${cells([
        ['Total bruto', s.money(s.invoice.gross)],
        ['% Dto.', s.invoice.discount ? s.decimal(s.invoice.discount.percent) : ''],
        ['Dto.', s.invoice.discount ? s.money(s.invoice.discount.amount) : ''],
        ['Base Imponible', s.taxBase()],
        ['Portes', ''],
      ])}${gap(1)}${taxTable(s, ['% I.V.A.', 'Base', 'Cuota'], 'rba')}${gap(1)}${between(`Vtos.: ${dueOr(s, '')} &nbsp; Forma pago: TRANSFERENCIA<br>${bank(s)}`, box(`TOTAL FACTURA &nbsp; <b>${s.total()}</b>`))}`
    )}`,

  /** A program in the cloud: much white, small grey labels over values, sums at the right. */
  nube: (s, _, page) =>
    `${between(`<span style="font-size:2em;font-weight:700">${s.invoice.brand}</span>`, `<div class="r"><span style="font-size:1.5em">Factura</span><br><span style="color:#777">#${s.number()}</span></div>`)}${gap(10)}<div style="display:grid;grid-template-columns:1fr 1fr 1fr;gap:6mm"><div>${small('DE')}${issuer(s, '')}</div><div>${small('PARA')}${customer(s, '')}</div><div>${small('FECHA')}${s.issueDate()}${gap(2)}${small('VENCE')}${dueOr(s, 'Al recibir')}</div></div>${gap(10)}${goods(s, page, 'npqra', ['CONCEPTO', 'PRECIO', 'UDS.', 'IVA', 'SUBTOTAL'], 'padding:2mm 1.6mm;border-bottom:.1mm solid #ddd')}${atEnd(page, `${gap(4)}${list([['SUBTOTAL', s.taxBase()], ...taxes(s, (rate) => `IVA ${rate}%`), ...withheld(s, (rate) => `IRPF -${rate}%`), ['<b>TOTAL</b>', `<b>${s.total()}</b>`]])}${gap(8)}${small('Condiciones de pago', 0.85)}Pagar por transferencia bancaria al siguiente número de cuenta: ${bank(s)}`)}`,

  /** An open source ERP: "Fecha de factura:" and the day below it, taxes by group. */
  odoo: (s, _, page) =>
    `${between(`<b>${s.invoice.brand}</b>`, small(`${s.issuerName()}<br>${street(s.invoice.issuer)}<br>NIF: ${s.issuerTaxId()}`, 0.9))}<hr style="border-top-style:solid">${gap(4)}<div style="margin-left:110mm">${customer(s, 'NIF:')}</div>${gap(6)}<div style="font-size:1.7em;color:#714b67">Factura ${s.number()}</div>${gap(4)}<div style="display:flex;gap:14mm"><div><b>Fecha de factura:</b><br>${s.issueDate()}</div><div><b>Fecha de vencimiento:</b><br>${dueOr(s, '')}</div><div><b>Origen:</b><br>${s.invoice.extra.order}</div></div>${gap(5)}${goods(s, page, 'dqpxra', ['Descripción', 'Cantidad', 'Precio unitario', 'Desc.%', 'Impuestos', 'Importe'])}${atEnd(page, `${gap(4)}${list([['<b>Importe sin impuestos</b>', s.taxBase()], ...taxes(s, (rate, base) => `IVA ${rate}% en ${base}`), ['<b>Total</b>', `<b>${s.total()}</b>`]], 'margin-left:auto;width:60%')}${gap(5)}<div>Por favor utilice la siguiente referencia al realizar su pago: <b>${s.number()}</b><br>en esta cuenta: ${bank(s)}</div>`)}${foot(`www.${s.invoice.brand.toLowerCase().replace(/[^a-z]/g, '')}.es &nbsp; ${s.invoice.issuer.name}`)}`,

  /** A program of offices: lines of labels with dots, "Fra. núm.", net and quota in a small matrix. */
  a3: (s, _, page) =>
    `${between(`${issuer(s, 'NIF')}`, `<div style="width:80mm">${box(customer(s, 'NIF'))}</div>`)}${gap(5)}<table class="bare"><tr><td>Fra. núm. .............. </td><td>${s.number()}</td></tr><tr><td>Fecha ................. </td><td>${s.issueDate()}</td></tr><tr><td>Su referencia ......... </td><td>${s.invoice.extra.order}</td></tr></table>${gap(4)}${goods(s, page, 'dqpa', ['CONCEPTO', 'UNIDADES', 'PRECIO', 'TOTAL'])}${atEnd(page, `${gap(5)}<table class="full" style="border-top:.3mm solid #000"><tr><td>Neto</td><td class="r">% IVA</td><td class="r">Cuota IVA</td><td class="r">Total</td></tr>${s.invoice.taxes.map((tax, at) => `<tr><td>${baseOf(s, tax.base)}</td><td class="r">${s.decimal(tax.rate, 2)}</td><td class="r">${taxAmount(s, at)}</td><td class="r">${s.money(tax.base + tax.amount)}</td></tr>`).join('')}<tr style="border-top:.2mm solid #000"><td>${s.taxBase()}</td><td></td><td class="r">${s.money(s.invoice.taxTotal)}</td><td class="r"><b>${s.total()}</b></td></tr></table>${gap(4)}Vto. ${dueOr(s, '')} — Bco.: ${bank(s)}`)}`,

  /** Boxes whose values have no label but the one printed on the form over all. */
  formulario: (s, _, page) =>
    `${bar(`<b>${s.invoice.brand.toUpperCase()}</b>`, '#345')}${small(`${s.issuerName()} · ${street(s.invoice.issuer, ', ')} · CIF: ${s.issuerTaxId()}`)}${gap(5)}${between(`FACTURA<br>${gap(1)}${bare(s.number())}${bare(s.issueDate())}`, box(customer(s, '')))}${gap(5)}${goods(s, page, 'qda', ['Cant.', 'Artículo', 'Euros'], 'border:.15mm solid #aaa;padding:1mm 2mm')}${atEnd(page, `${gap(4)}<div class="r">${bare(s.taxBase())}${s.invoice.taxes.map((tax, at) => `${bare(`${s.decimal(tax.rate)} %`)}${bare(taxAmount(s, at))}`).join('')}${bare(`<b>${s.total()}</b>`)}</div>${gap(1)}${small('Base &nbsp; / &nbsp; IVA &nbsp; / &nbsp; Total a pagar', 0.8)}${gap(5)}${s.dueDate() ? `Pagadero el ${s.dueDate()} en ` : 'Pago en '}${bank(s)}`)}`,

  /** Delivery notes as headings between the lines, each with its date; the number in the narrow column. */
  albaranes: (s, _, page) => {
    const notes = Map.groupBy(page.slice.lines, (line) => line.note ?? '1')
    const rows = [...notes].map(
      ([note, lines]) =>
        `<div style="background:#eee;padding:.6mm 2mm">Albarán ${note} de fecha ${s.date(lines[0]?.day ?? s.invoice.issueDate)}</div>${goods(s, { ...page, slice: { ...page.slice, lines } }, 'cdqpa', [])}`
    )
    return `${between(issuer(s, 'CIF'), `<div style="width:42mm;border-left:.4mm solid #333;padding-left:3mm">${small('N.º DE FACTURA', 0.8)}${s.number()}<br>${small('FECHA', 0.8)}${s.issueDate()}<br>${small('VENCIMIENTO', 0.8)}${dueOr(s, '')}</div>`)}${gap(4)}${box(customer(s, 'CIF:'))}${gap(4)}${rows.join('')}${atEnd(
      page,
      `${gap(4)}${taxTable(s, ['Impuesto', 'Base', 'Tipo', 'Cuota'], 'tbra')}${gap(2)}${list([
        ['Suma bases', s.taxBase()],
        ['Suma impuestos', s.money(s.invoice.taxTotal)],
        ['<b>Total a ingresar</b>', `<b>${s.total()}</b>`],
      ])}<div>Ingresar en: ${bank(s)}</div>`
    )}`
  },

  /** A market stall's print: narrow columns, recargo beside the VAT in one row. */
  recargo: (s, _, page) => {
    const main = s.invoice.taxes.filter(({ type }) => type !== 'RE')
    const cell = 'border:.15mm solid #777;padding:.6mm 2mm'
    const rows = main.map((tax) => {
      const at = s.invoice.taxes.indexOf(tax)
      const re = s.invoice.taxes.findIndex(({ type, base }) => type === 'RE' && base === tax.base)
      return `<tr>${[baseOf(s, tax.base), s.decimal(tax.rate, 2), taxAmount(s, at), re < 0 ? '' : s.decimal(s.invoice.taxes[re]?.rate ?? 0, 2), re < 0 ? '' : taxAmount(s, re)].map((text) => `<td class="r" style="${cell}">${text}</td>`).join('')}</tr>`
    })
    return `${between(`<b style="font-size:1.4em">${s.issuerName()}</b><br>${street(s.invoice.issuer)}`, `<div class="r">${s.issuerTaxId()}<br>FACTURA N.º DOC. ${s.number()}<br>${s.issueDate()}</div>`)}${gap(4)}Cliente: ${s.invoice.extra.customerNo} ${customer(s, 'NIF')}${gap(4)}${goods(s, page, 'cdqupra', ['Cód', 'Producto', 'Ctdad', '', 'Precio', 'IVA', 'Importe'])}${atEnd(page, `${gap(4)}<table class="full"><tr>${['B. Imponible', '%IVA', 'Imp. IVA', '%R.E.', 'Imp. R.E.'].map((head) => `<th class="r" style="${cell}">${head}</th>`).join('')}</tr>${rows.join('')}</table>${gap(3)}${between(`Base: ${s.taxBase()}`, `<b>TOTAL € &nbsp; ${s.total()}</b>`)}${gap(4)}${s.dueDate() ? `Fecha vto.: ${s.dueDate()} · ` : ''}${bank(s)}`)}`
  },

  /** A shop of the islands: IGIC with its own table, two addresses, tax id after a dash. */
  canarias: (s, _, page) =>
    `<div style="text-align:center"><b style="font-size:1.4em">${s.invoice.brand}</b><br>${s.issuerName()} - ${s.issuerTaxId()}<br>${street(s.invoice.issuer, ' - ')}</div>${gap(4)}${between(box(`Facturar a:<br>${customer(s, 'CIF')}`), box('Entregar en:<br>Almacén Sur, nave 4<br>35100 Maspalomas'), `<div class="r">Factura: ${s.number()}<br>Fecha: ${s.issueDate()}<br>${s.dueDate() ? `Vence: ${s.dueDate()}` : ''}</div>`)}${gap(4)}${goods(s, page, 'cdqpra', ['Referencia', 'Denominación', 'Uds', 'Precio', '% IGIC', 'Neto'])}${atEnd(
      page,
      `${gap(4)}${between(
        taxTable(s, ['Tipo IGIC', 'Base', 'Cuota'], 'rba'),
        list([
          ['Base imponible', s.taxBase()],
          ['Total IGIC', s.money(s.invoice.taxTotal)],
          ['<b>Importe total</b>', `<b>${s.total()}</b>`],
        ])
      )}${gap(4)}Transferencia a la cuenta ${bank(s)}`
    )}`,

  /** Ceuta: IPSI in the list of sums, labels in capitals with a blank between letters. */
  ceuta: (s, _, page) =>
    `<div style="font-size:1.5em;letter-spacing:.12em">${s.issuerName()}</div>C.I.F. ${s.issuerTaxId()} · ${street(s.invoice.issuer, ' · ')}${gap(5)}<div style="display:flex;gap:10mm"><div style="flex:1">SR./SRES.:<br>${customer(s, 'C.I.F.')}</div><div><b>F A C T U R A</b><br>N.º ${s.number()}<br>FECHA ${s.issueDate()}</div></div>${gap(5)}${goods(s, page, 'qdpa', ['CANT', 'DETALLE', 'P.V.', 'EUROS'])}${atEnd(page, `${gap(4)}${list([['SUMA', s.taxBase()], ...taxes(s, (rate) => `IPSI ${rate}%`), ['TOTAL', s.total()]])}${gap(5)}BANCO: ${bank(s)}${s.dueDate() ? ` — VTO. ${s.dueDate()}` : ''}`)}`,

  /** Sums at the top as cards, lines below, number in the title bar. */
  tarjetas: (s, _, page) => {
    const card = (name: string, value: string) =>
      `<div style="flex:1;background:#f4f4f4;border-radius:2mm;padding:2mm 3mm"><div style="font-size:1.25em;white-space:nowrap">${value}</div>${small(name)}</div>`
    return `${bar(between(`FACTURA ${s.number()}`, s.issueDate()), '#114')}${gap(3)}<div style="display:flex;gap:3mm">${card('Base imponible', s.taxBase())}${s.invoice.taxes.map((tax, at) => card(`IVA ${s.decimal(tax.rate)} %`, taxAmount(s, at))).join('')}${card('Total', `<b>${s.total()}</b>`)}</div>${gap(4)}${between(issuer(s, 'NIF'), customer(s, 'NIF'))}${gap(4)}${goods(s, page, 'dqpa', ['Producto', 'Unidades', 'Precio', 'Importe'])}${gap(4)}${atEnd(page, `${s.dueDate() ? `Vencimiento ${s.dueDate()} · ` : ''}Cuenta ${bank(s)}`)}`
  },

  /** A correction: the old invoice with its date beside the new one, amounts below zero. */
  abono: (s, _, page) =>
    `${between(issuer(s, 'CIF'), `<b>FACTURA RECTIFICATIVA</b><br>Número ${s.number()}<br>Fecha ${s.issueDate()}`)}${gap(4)}${customer(s, 'CIF')}${gap(4)}${s.invoice.rectified ? box(`Documento que se rectifica: ${mark('rectifiedInvoiceNumber', s.invoice.rectified.number)} &nbsp; Fecha: ${s.date(s.invoice.rectified.date)} &nbsp; Motivo: devolución de género`) : ''}${gap(4)}${goods(s, page, 'cdqpa', ['Código', 'Artículo', 'Cantidad', 'Precio', 'Importe'])}${atEnd(page, `${gap(4)}${cells([['Base rectificada', s.taxBase()], ...taxes(s, (rate) => `Cuota IVA ${rate}%`), ['Total abono', s.total()]])}${gap(3)}Rogamos descuenten de su próximo pago a la cuenta ${bank(s)}`)}`,

  /** An advance that was billed before, deducted below the total. */
  anticipo: (s, _, page) => {
    const paid = s.invoice.paidOnAccount ?? 0
    return `${between(`${small('Emisor')}${issuer(s, 'NIF')}`, `${small('Receptor')}${customer(s, 'NIF')}`)}${gap(4)}${cells(
      [
        ['N.º factura', s.number()],
        ['F. expedición', s.issueDate()],
        ['F. operación', s.date(s.invoice.extra.period[1])],
        ['Vencimiento', dueOr(s, '—')],
      ]
    )}${gap(4)}${goods(s, page, 'dqpa', ['Concepto', 'Cant.', 'P. unitario', 'Importe'])}${atEnd(page, `${gap(4)}${list([['Base imponible', s.taxBase()], ...taxes(s, (rate) => `IVA ${rate} %`), ['Total factura', `<b>${s.total()}</b>`], [`A deducir anticipo (s/ fra. ANT-${s.invoice.extra.customerNo})`, s.money(-paid)], ['Pendiente de pago', s.money(s.invoice.total - paid)]])}${gap(4)}Transferencia: ${bank(s)}`)}`
  },

  /** A typewriter's grid: everything in one table, the sums its last rows. */
  reja: (s, _, page) => {
    const cell = 'border:.2mm solid #000;padding:.8mm 2mm'
    const wide = (name: string, value: string): string =>
      `<tr><td colspan="3" class="r" style="${cell}">${name}</td><td class="r" style="${cell}">${value}</td></tr>`
    const rows = page.slice.lines.map(
      (line) =>
        `<tr><td style="${cell}">${escapeHtml(line.text)}</td><td class="r" style="${cell}"><span data-q>${s.decimal(line.quantity)}</span></td><td class="r" style="${cell}">${s.money(line.price)}</td><td class="r" style="${cell}">${s.money(line.amount)}</td></tr>`
    )
    return `<table class="full"><tr><td colspan="2" style="${cell}">${issuer(s, 'NIF')}</td><td colspan="2" style="${cell}">Nº fact. ${s.number()}<br>Día ${s.issueDate()}</td></tr><tr><td colspan="4" style="${cell}">Para: ${customer(s, 'NIF')}</td></tr><tr>${['Trabajo o material', 'Cant.', 'Precio', 'Total'].map((head) => `<td style="${cell};background:#ddd">${head}</td>`).join('')}</tr>${rows.join('')}${atEnd(
      page,
      `${wide('Total sin IVA', s.taxBase())}${taxes(s, (rate) => `IVA al ${rate}%`)
        .map(([name, value]) => wide(name, value))
        .join('')}${withheld(s, (rate) => `IRPF −${rate}%`)
        .map(([name, value]) => wide(name, value))
        .join('')}${wide('<b>Total a cobrar</b>', s.total())}`
    )}</table>${atEnd(page, `${gap(4)}Cta. ${bank(s)}${s.dueDate() ? ` · antes del ${s.dueDate()}` : ''}`)}`
  },

  /** A card in a corner with number, date, customer, page; sums under their own lines with dots, a discount for paying early. */
  pronto: (s, _, page) =>
    `${between(`<b style="font-size:1.2em">${s.issuerName()}</b><br>${street(s.invoice.issuer)}<br>N.I.F. ${s.issuerTaxId()}`, box(`<table class="bare"><tr><td>FACTURA&nbsp;</td><td class="r">${s.number()}</td></tr><tr><td>FECHA&nbsp;</td><td class="r">${s.issueDate()}</td></tr><tr><td>CLIENTE&nbsp;</td><td class="r">${s.invoice.extra.customerNo}</td></tr><tr><td>HOJA&nbsp;</td><td class="r">${page.at + 1} de ${page.last + 1}</td></tr></table>`))}${gap(4)}<div style="margin-left:90mm">${customer(s, 'N.I.F.')}</div>${gap(4)}${goods(s, page, 'cdqupxa', ['CÓDIGO', 'ARTÍCULO', 'CANTIDAD', 'U.M.', 'PRECIO', 'DTO', 'IMPORTE'])}${atEnd(page, `${gap(4)}${list([['Importe bruto ..........', s.money(s.invoice.gross)], ...(s.invoice.discount ? [[`Dto. pronto pago ${s.decimal(s.invoice.discount.percent)} % ....`, s.money(-s.invoice.discount.amount)] as [string, string]] : []), ['Base imponible ........', s.taxBase()], ...taxes(s, (rate) => `I.V.A. ${rate} % .............`), ['TOTAL FACTURA EUROS ...', `<b>${s.total()}</b>`]])}${gap(4)}Forma de pago: Transferencia ${dueOr(s, '')} a ${bank(s)}`)}`,
}
