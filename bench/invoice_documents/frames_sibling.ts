import type { Frame } from './frames.js'
import type { Line } from './invoice.js'
import { titleOf } from './parts_head.js'
import { escapeHtml, mark, markQuantity, type Sheet } from './sheet.js'

/*
 * Arrangements in the manner of the given samples, with other suppliers, wordings and places: short pages, small print
 * of the registry under the sums, and the traps that the samples hold (figures of other documents, two strips of sums,
 * names in the margin alone, amounts before their labels).
 */

const gap = (millimetres: number): string => `<div style="height:${millimetres}mm;flex:none"></div>`
const small = (html: string): string => `<div style="font-size:.72em;color:#666">${html}</div>`
const between = (left: string, right: string): string =>
  `<div style="display:flex;justify-content:space-between;gap:8mm"><div>${left}</div><div>${right}</div></div>`
const box = (html: string, style = ''): string =>
  `<div style="border:.25mm solid #555;padding:2mm 3mm;${style}">${html}</div>`
const table = (rows: string[][], style = 'padding:.8mm 2mm', head?: string[]): string =>
  `<table class="full">${head ? `<tr>${head.map((cell, at) => `<th class="${at ? 'r' : 'l'}" style="${style};border-bottom:.3mm solid #333">${cell}</th>`).join('')}</tr>` : ''}${rows.map((row) => `<tr>${row.map((cell, at) => `<td class="${at ? 'r' : 'l'}" style="${style};${at ? 'white-space:nowrap' : ''}">${cell}</td>`).join('')}</tr>`).join('')}</table>`
/** Headings in one row of boxes, their values in the next. */
const strip = (pairs: [string, string][], size = 'inherit'): string => {
  const cell = `border:.2mm solid #666;padding:.8mm 2mm;font-size:${size}`
  return `<table class="full"><tr>${pairs.map(([name]) => `<td style="${cell};font-size:.78em">${name}</td>`).join('')}</tr><tr>${pairs.map(([, value]) => `<td style="${cell};white-space:nowrap">${value}</td>`).join('')}</tr></table>`
}
const right = (rows: [string, string][], style = ''): string =>
  `<table class="bare" style="margin-left:auto;${style}">${rows.map(([name, value]) => `<tr><td style="padding:.6mm 8mm .6mm 0">${name}</td><td class="r" style="white-space:nowrap">${value}</td></tr>`).join('')}</table>`

const own = (sheet: Sheet): string => {
  const { issuer } = sheet.invoice
  return `${issuer.street}<br>${issuer.postcode} ${issuer.city}<br>${sheet.label('taxId')} ${sheet.issuerTaxId()}`
}
const theirs = (sheet: Sheet, before = `${sheet.label('taxId')} `): string => {
  const { customer } = sheet.invoice
  return `<b>${mark('customerName', customer.name)}</b><br>${customer.street}<br>${customer.postcode} ${customer.city}<br>${before}${mark('customerTaxId', sheet.taxId(customer))}`
}
const tax = (sheet: Sheet, at: number): string =>
  mark(`tax${at}`, sheet.money(sheet.invoice.taxes[at]?.amount ?? 0))
const taxRows = (sheet: Sheet): [string, string][] =>
  sheet.invoice.taxes.map((one, at): [string, string] => [sheet.taxLabel(one), tax(sheet, at)])
const heldRow = (sheet: Sheet): [string, string][] =>
  sheet.invoice.withholding
    ? [
        [
          `${sheet.word('withholding')} (${sheet.choose('hs', ['-', ''])}${sheet.decimal(sheet.invoice.withholding.rate)} %)`,
          sheet.withholdingAmount(),
        ],
      ]
    : []
const outlayRows = (sheet: Sheet): [string, string][] =>
  sheet.invoice.suplidos.map(({ text, amount }) => [
    `${sheet.word('suplidos')} (${text})`,
    sheet.money(amount),
  ])
const quantity = (sheet: Sheet, line: Line): string => markQuantity(sheet.decimal(line.quantity))
const due = (sheet: Sheet): [string, string][] => {
  const day = sheet.dueDate()
  return day ? [[sheet.word('due'), day]] : []
}

/** What is paid how, in one sentence as Spanish programs print it. */
function payment(sheet: Sheet): string {
  const { invoice } = sheet
  const day = sheet.dueDate()
  const [iban] = sheet.ibans()
  if (invoice.payment === 'debit')
    return sheet.choose('debit', [
      `Forma de pago: recibo domiciliado en su cuenta ${invoice.maskedIban ?? ''}${day ? `. Fecha de cargo: ${day}` : ''}.`,
      `Se girará recibo a la cuenta ${invoice.maskedIban ?? ''}${day ? ` el ${day}` : ''}.`,
      `Domiciliación SEPA. Cuenta de adeudo: ${invoice.maskedIban ?? ''}${day ? ` · Cargo en cuenta el ${day}` : ''}`,
    ])
  if (!iban) return ''
  return sheet.choose('transfer', [
    `Pago mediante transferencia a ${iban}${day ? `. Vencimiento: ${day}` : ''}.`,
    `Forma de pago: transferencia bancaria. Cta.: ${iban}${day ? ` Vto. ${day}` : ''}`,
    `Rogamos ingresen en c/c ${iban}${day ? ` antes del ${day}` : ''}.`,
    `${day ? `Vto.: ${day} — ` : ''}Transferencia · IBAN ${iban}`,
  ])
}

/** Registry and data protection in the smallest print, naming the issuer once more. */
function legal(sheet: Sheet): string {
  const { issuer } = sheet.invoice
  return `<div style="font-size:.55em;color:#888;margin-top:8mm">${sheet.issuerName()} - Inscrita en el Registro Mercantil, tomo ${1000 + issuer.name.length * 97}, folio ${issuer.name.length * 5}, hoja V-${20000 + issuer.name.length * 313}, inscripción 2.ª. De conformidad con el Reglamento (UE) 2016/679, los datos personales se tratan para gestionar la relación comercial. Atención: 96${issuer.name.length % 10} 220 41${issuer.name.length % 10}.</div>`
}

const numberPair = (sheet: Sheet): [string, string] => [sheet.word('number'), sheet.number()]
const datePair = (sheet: Sheet): [string, string] => [sheet.word('date'), sheet.issueDate()]

const pageNumber = (sheet: Sheet, { at, last }: { at: number; last: number }): string =>
  last > 0 ? small(`${sheet.word('page')} ${at + 1} / ${last + 1}`) : ''
const sumsCarried = (sheet: Sheet, amount: number | null, word: 'carry' | 'brought'): string =>
  amount === null ? '' : right([[sheet.word(word), sheet.money(amount)]])

export const SIBLING_FRAMES: Record<string, Frame> = {
  /** The name in a dark band, three columns under it, all sums in one strip. */
  band: (sheet, _, page) => {
    const { invoice } = sheet
    const { discount } = invoice
    return `<div style="background:#2a2a2a;color:#fff;padding:3mm 4mm;font-size:1.35em">${sheet.issuerName()}</div>${gap(3)}<div style="display:grid;grid-template-columns:1fr 1fr 1fr;gap:5mm;font-size:.92em"><div>${own(sheet)}</div><div><b>${sheet.word('title')}:</b> ${sheet.number()}<br>${sheet.label('date')} ${sheet.issueDate()}<br>${sheet.label('order')} ${invoice.extra.order} de ${sheet.date(invoice.extra.period[0])}</div><div>${theirs(sheet)}</div></div>${gap(5)}${table(
      page.slice.lines.map((line) => [
        escapeHtml(line.text),
        quantity(sheet, line),
        sheet.money(line.price),
        line.discount ? sheet.decimal(line.discount, 2) : '',
        sheet.money(line.amount),
      ]),
      'padding:1mm 2mm;border-bottom:.1mm solid #bbb',
      ['desc', 'qty', 'price', 'disc', 'amount'].map((key) => sheet.word(key as 'desc'))
    )}${gap(4)}${strip([
      ...(discount
        ? ([
            [sheet.word('subtotal'), sheet.money(invoice.gross)],
            [`${sheet.word('discount')} ${sheet.decimal(discount.percent)} %`, sheet.money(-discount.amount)],
          ] as [string, string][])
        : []),
      [sheet.word('base'), sheet.taxBase()],
      [sheet.word('rate'), invoice.taxes.map(({ rate }) => sheet.decimal(rate, 2)).join('')],
      [sheet.word('quota'), tax(sheet, 0)],
      [sheet.word('total'), `<b>${sheet.total()}</b>`],
    ])}${gap(4)}<div>${payment(sheet)}</div>${legal(sheet)}`
  },

  /** Title and one row of boxes, customer framed at the right. */
  boxrow: (sheet, _, page) =>
    `${between(`<div style="font-size:1.5em;font-weight:700;max-width:90mm">${sheet.issuerName()}</div>${own(sheet)}`, box(`${small(`${sheet.word('customerNo')} ${sheet.invoice.extra.customerNo}`)}${theirs(sheet)}`, 'width:76mm'))}${gap(6)}<b style="font-size:1.25em">${titleOf(sheet)}</b>${gap(2)}${strip([numberPair(sheet), datePair(sheet), [sheet.word('note'), sheet.invoice.extra.note], ...due(sheet)])}${pageNumber(sheet, page)}${gap(4)}${sumsCarried(sheet, page.slice.carriedIn, 'brought')}${table(
      page.slice.lines.map((line) => [
        escapeHtml(line.text),
        quantity(sheet, line),
        sheet.money(line.price),
        sheet.money(line.amount),
      ]),
      'padding:.9mm 2mm',
      ['desc', 'qty', 'price', 'amount'].map((key) => sheet.word(key as 'desc'))
    )}${sumsCarried(sheet, page.slice.carriedOut, 'carry')}${page.at === page.last ? `${gap(4)}${right([[sheet.word('base'), sheet.taxBase()], ...taxRows(sheet), ...heldRow(sheet), [`<b>${sheet.word('total')}</b>`, `<b>${sheet.total()}</b>`]])}${gap(5)}<div>${payment(sheet)}</div>${legal(sheet)}` : ''}`,

  /** A breakdown by rates whose rows begin alike, then the sums of bases and quotas. */
  breakdown: (sheet, _, page) =>
    `${between(`<div style="font-size:1.4em;font-weight:700;max-width:95mm">${sheet.issuerName()}</div>${own(sheet)}<br>R.G.S.E.A.A. 21.0${sheet.invoice.issuer.name.length}.441/V`, box(theirs(sheet), 'width:74mm;min-height:24mm'))}${gap(4)}${strip([[titleOf(sheet), sheet.number()], datePair(sheet), [sheet.word('customerNo'), sheet.invoice.extra.customerNo], ['Agente', '07'], [sheet.word('order'), sheet.invoice.extra.order]])}${gap(4)}${sumsCarried(sheet, page.slice.carriedIn, 'brought')}${table(
      page.slice.lines.map((line) => [
        `<span style="display:inline-block;width:22mm">${line.code}</span>${escapeHtml(line.text)}`,
        quantity(sheet, line),
        sheet.money(line.price, true),
        `${sheet.decimal(line.rate)} %`,
        sheet.money(line.amount, true),
      ]),
      'padding:.5mm 2mm',
      [
        `<span style="display:inline-block;width:22mm">${sheet.word('code')}</span>${sheet.word('desc')}`,
        sheet.word('qty'),
        sheet.word('price'),
        '%IVA',
        sheet.word('amount'),
      ]
    )}${sumsCarried(sheet, page.slice.carriedOut, 'carry')}${
      page.at === page.last
        ? `${gap(4)}${table(
            sheet.invoice.taxes.map((one, at) => [
              one.type === 'RE' ? '' : sheet.choose('bl', ['Base imp.', 'Base', 'Subtotal']),
              one.type === 'RE' ? '' : sheet.money(one.base),
              sheet.taxLabel(one),
              tax(sheet, at),
            ]),
            'padding:.5mm 2mm',
            ['Bases imponibles', '', 'Impuesto', 'Cuota']
          )}${gap(3)}${right([
            [sheet.choose('sb', ['Suma bases', 'Total bases', 'Base total']), sheet.taxBase()],
            [
              sheet.choose('sc', ['Suma cuotas', 'Total cuotas', 'Impuestos']),
              sheet.money(sheet.invoice.taxTotal),
            ],
            [`<b>${sheet.word('total')}</b>`, `<b>${sheet.total()}</b>`],
          ])}${gap(4)}<div>${payment(sheet)}</div>${legal(sheet)}`
        : ''
    }`,

  /** A bill of water, light or telephone: data box, amount in a bar, what the last bill was. */
  supply: (sheet, _, page) => {
    const { invoice } = sheet
    const [from, to] = invoice.extra.period.map((day) => sheet.date(day, 'dd/mm/yyyy'))
    return `${between(`<div style="font-size:1.45em;font-weight:700;color:${sheet.look.accent}">${sheet.issuerName()}</div>`, `<div class="r">${own(sheet)}</div>`)}${gap(5)}<div style="display:grid;grid-template-columns:1.2fr 1fr">${box(
      `<b>${sheet.choose('df', ['DATOS DE LA FACTURA', 'Resumen de su factura', 'Su factura'])}</b><br>${numberPair(sheet).join(': ')}<br>${datePair(sheet).join(': ')}<br>${sheet.word('period')}: ${from} a ${to}<br>${due(
        sheet
      )
        .map(() => `${sheet.choose('fc', ['Fecha de cargo', 'Se cargará el'])}: ${sheet.dueDate()}`)
        .join('')}<br>${sheet.word('contract')}: ${invoice.extra.contract}<br>CUPS: ${invoice.extra.cups}`
    )}${box(`${theirs(sheet, `${sheet.word('taxId')} titular: `)}`)}</div>${gap(4)}<div style="background:#e8e8e8;padding:2.5mm 4mm;font-size:1.35em;font-weight:700">${sheet.choose('if', ['IMPORTE FACTURA', 'TOTAL FACTURA', 'Importe de la factura'])}: ${sheet.total()}</div>${gap(4)}${table(
      page.slice.lines.map((line) => [escapeHtml(line.text), sheet.money(line.amount)]),
      'padding:.8mm 2mm;border-bottom:.1mm solid #ccc',
      [sheet.word('desc'), sheet.word('amount')]
    )}${gap(3)}${right([
      [
        sheet.choose('tsi', ['Importe total sin impuestos', 'Total sin IVA', 'Base imponible']),
        sheet.taxBase(),
      ],
      ...invoice.taxes.map((one, at): [string, string] => [
        `${sheet.taxLabel(one)} s/ ${sheet.money(one.base)}`,
        tax(sheet, at),
      ]),
      [
        `<b>${sheet.choose('tif', ['Total importe factura', 'Total factura'])}</b>`,
        `<b>${sheet.total()}</b>`,
      ],
      [
        sheet.choose('fa', ['Importe factura anterior (informativo)', 'Factura anterior']),
        sheet.money(invoice.total - 4711),
      ],
    ])}${gap(4)}<div>Lectura anterior 20418 / lectura actual 21977. Consumo del año: 18211.</div>${gap(2)}<div>${payment(sheet)}</div><div>Averías 900 100 ${invoice.issuer.name.length * 9}.</div>${legal(sheet)}`
  },

  /** The customer large at the left, the issuer in small print at the right, notes with their own sums, two totals at the end. */
  notes: (sheet, _, page) => {
    const { invoice } = sheet
    const groups = Map.groupBy(page.slice.lines, (line) => line.note)
    const rows = [...groups].flatMap(([note, lines]) => [
      [
        `<b>${sheet.choose('alb', ['ALB', 'Albarán', 'Alb. n.º'])} ${note} de ${sheet.date(lines[0]?.day ?? '')}</b>`,
        '',
        '',
      ],
      ...lines.map((line) => [escapeHtml(line.text), quantity(sheet, line), sheet.money(line.amount, true)]),
      [
        '',
        sheet.choose('ta', ['Total albarán', 'Suma albarán']),
        sheet.money(
          lines.reduce((sum, { amount }) => sum + amount, 0),
          true
        ),
      ],
    ])
    const previous = invoice.previousBalance ?? 0
    return `${between(`<div style="font-size:1.3em">${theirs(sheet, '')}</div>`, `<div class="r" style="font-size:.8em">${sheet.choose('ex', ['Expide:', 'Emisor:', 'Proveedor:'])} ${sheet.issuerName()}<br>${sheet.issuerTaxId()}<br>${invoice.issuer.street}, ${invoice.issuer.postcode} ${invoice.issuer.city}</div>`)}${gap(5)}${strip(
      [
        ['CLIENTE', invoice.extra.customerNo],
        ['DOCUMENTO', titleOf(sheet).toUpperCase()],
        ['SERIE/NÚMERO', sheet.number()],
        [sheet.choose('exd', ['EXPEDICIÓN', 'FECHA', 'EMISIÓN']), sheet.issueDate()],
        ...due(sheet).map(([, day]): [string, string] => ['VTO.', day]),
        ['AGENTE', '12'],
      ],
      '.95em'
    )}${gap(5)}${table(rows, 'padding:.5mm 2mm')}${gap(4)}${strip([
      ['B. IMPONIBLE', sheet.money(invoice.taxBase, true)],
      ['%', invoice.taxes.map(({ rate }) => sheet.decimal(rate)).join('')],
      ['CUOTA', mark('tax0', sheet.money(invoice.taxes[0]?.amount ?? 0, true))],
      ['IMPORTE', `<b>${mark('total', sheet.money(invoice.total, true))}</b>`],
      ['SALDO ANTERIOR', sheet.money(previous, true)],
      ['TOTAL PENDIENTE', sheet.money(invoice.total + previous, true)],
    ])}${gap(4)}<div>${payment(sheet)}</div>`
  },

  /** The issuer in the margin alone; amounts before their labels and without cents where they are whole. */
  turned: (sheet, _, page) => {
    const { invoice } = sheet
    const plain = (cents: number): string => sheet.money(cents).replace(/[.,]00(?=\D*$)/, '')
    const paid = invoice.paidOnAccount
    const rows: [string, string][] = [
      ...page.slice.lines.map((line): [string, string] => [plain(line.amount), escapeHtml(line.text)]),
      [
        mark('taxBase', plain(invoice.taxBase)),
        sheet.choose('b', ['base', 'base imponible', 'importe neto']),
      ],
      ...invoice.taxes.map((one, at): [string, string] => [
        mark(`tax${at}`, sheet.money(one.amount)),
        `${sheet.decimal(one.rate)} % de ${one.type}`,
      ]),
      [
        mark('total', sheet.money(invoice.total)),
        sheet.choose('it', ['importe de esta factura', 'total de la factura', 'total factura']),
      ],
      ...(paid
        ? ([
            [sheet.money(-paid), `anticipo recibido el ${sheet.date(invoice.extra.period[0])}`],
            [sheet.money(invoice.total - paid), 'queda por pagar'],
          ] as [string, string][])
        : []),
    ]
    return `<div style="position:absolute;left:4mm;top:40%;width:200mm;margin-left:-97mm;text-align:center;transform:rotate(-90deg);font-size:.7em;color:#555">${sheet.issuerName()} · ${sheet.word('taxId')} ${sheet.issuerTaxId()} · Registro Mercantil de Sevilla, tomo 4${invoice.issuer.name.length}, folio 88, hoja SE-1442${invoice.issuer.name.length}</div><div style="padding-left:10mm"><div style="font-size:1.6em;font-weight:700;letter-spacing:.35em">${escapeHtml(invoice.brand.toUpperCase())}</div>${gap(4)}<div>${invoice.issuer.city}, ${sheet.issueDate('words')}</div>${gap(4)}<div>${invoice.customer.name}<br>${invoice.customer.street}, ${invoice.customer.postcode} ${invoice.customer.city}<br>${mark('customerTaxId', sheet.taxId(invoice.customer))}</div>${gap(4)}<div>${sheet.choose('nf', [`<b>${sheet.number()}</b> factura`, `factura <b>${sheet.number()}</b>`])}</div>${gap(3)}<table class="bare">${rows.map(([amount, text]) => `<tr><td class="r" style="padding:.8mm 3mm;width:34mm;white-space:nowrap">${amount}</td><td style="padding:.8mm 2mm">${text}</td></tr>`).join('')}</table>${gap(4)}<div>Gracias. ${sheet.ibans()[0]?.replaceAll(/\s(?=[^<]*<)/g, ' ') ?? ''}</div></div>`
  },

  /** A receipt of rent: headings apart from their values, one strip with the sum in the middle. */
  receipt: (sheet, _, page) => {
    const { invoice } = sheet
    const head = (text: string): string => `<div style="font-size:.6em;color:#777">${text}</div>`
    return `<div style="display:grid;grid-template-columns:1fr 1fr .6fr;gap:4mm">${[sheet.choose('ar', ['Arrendador', 'Propiedad', 'Arrendadora']), sheet.choose('at', ['Arrendatario', 'Inquilino', 'Arrendataria']), sheet.choose('rf', ['Recibo factura', 'Factura', 'Recibo'])].map(head).join('')}<div style="margin-top:3mm">${sheet.issuerName()}<br>${sheet.word('taxId')} ${sheet.issuerTaxId()}</div><div style="margin-top:3mm">${mark('customerName', invoice.customer.name)}<br>${mark('customerTaxId', sheet.taxId(invoice.customer))}</div><div style="margin-top:3mm">${sheet.choose('no', ['Nº', 'N.º', 'Núm.'])} ${sheet.number()}<br>${sheet.issueDate()}</div></div>${gap(4)}${strip(
      [
        ...page.slice.lines.map((line): [string, string] => [
          escapeHtml(line.text),
          sheet.money(line.amount, true),
        ]),
        [
          sheet.choose('su', ['Suma', 'Base', 'Total rentas']),
          mark('taxBase', sheet.money(invoice.taxBase, true)),
        ],
        ...invoice.taxes.map((one, at): [string, string] => [
          `${one.type === 'IGIC' ? 'I.G.I.C.' : 'I.V.A.'}, ${sheet.decimal(one.rate)}%`,
          mark(`tax${at}`, sheet.money(one.amount, true)),
        ]),
        ...(invoice.withholding
          ? ([
              [
                `${sheet.choose('re', ['Ret.', 'IRPF', 'Retención'])} ${sheet.decimal(invoice.withholding.rate)}%`,
                mark('withholding', sheet.money(invoice.withholding.amount, true)),
              ],
            ] as [string, string][])
          : []),
        [
          sheet.choose('li', ['Líquido', 'A pagar', 'Total']),
          `<b>${mark('total', sheet.money(invoice.total, true))}</b>`,
        ],
      ]
    )}${gap(3)}<div>Son euros. ${sheet.choose('pg', ['Pagadero por meses adelantados en', 'A ingresar en', 'Pago en la cuenta'])} ${sheet.ibans()[0] ?? ''}${sheet.dueDate() ? ` hasta el ${sheet.dueDate()}` : ''}</div>`
  },

  /** A marketplace: order, several days, seller and carrier side by side, taxes within the prices. */
  market: (sheet, _, page) => {
    const { invoice } = sheet
    const gross = (line: Line): number => line.amount
    const net = (line: Line): number => Math.round((line.amount * 100) / (100 + line.rate))
    return `${between(`<div style="font-size:1.5em;font-weight:700">${sheet.choose('mt', ['Factura', 'factura', 'FACTURA'])}</div>${sheet.choose('pg', ['Pagado', 'PAGADA', 'Cobrado'])}`, `<div class="r">N.º de pedido 702-${invoice.extra.customerNo.slice(0, 7)}-${invoice.extra.contract.slice(-7)}<br>Fecha del pedido ${sheet.date(invoice.extra.period[1], 'words')}<br>${sheet.choose('fn', ['Factura n.º', 'Número de la factura', 'Número de factura'])} ${sheet.number()}<br>${sheet.choose('fd', ['Fecha de la factura', 'Fecha de la factura/Fecha de la entrega', 'Fecha de emisión'])} ${sheet.issueDate('words')}<br>Total pendiente ${sheet.money(0)}</div>`)}${gap(5)}${between(`${sheet.choose('df', ['Dirección de facturación', 'Facturado a'])}<br>${theirs(sheet)}`, `<div class="r">${sheet.choose('vp', ['Vendido por', 'Vendedor:'])} ${sheet.issuerName()}<br>IVA ${sheet.issuerTaxId()}<br>${invoice.thirdParty ? `Enviado por ${invoice.thirdParty.party.name} (${invoice.thirdParty.party.taxId})` : ''}</div>`)}${gap(4)}${table(
      page.slice.lines.map((line) => [
        escapeHtml(line.text),
        quantity(sheet, line),
        sheet.money(Math.round(net(line) / line.quantity)),
        `${sheet.decimal(line.rate)} %`,
        sheet.money(gross(line)),
      ]),
      'padding:.9mm 2mm;border:.1mm solid #aaa',
      ['Descripción', 'Cant.', 'P. unitario<br>(IVA excl.)', 'IVA %', 'Precio total<br>(IVA incl.)']
    )}${gap(4)}${table(
      [
        ...invoice.taxes.map((one, at) => [
          `${sheet.decimal(one.rate)} %`,
          sheet.money(one.base),
          tax(sheet, at),
        ]),
        ['<b>Total</b>', `<b>${sheet.taxBase()}</b>`, `<b>${sheet.money(invoice.taxTotal)}</b>`],
      ],
      'padding:.6mm 2mm',
      ['IVA %', 'Precio total (IVA excl.)', 'IVA']
    )}${gap(3)}<div class="r"><b>Total de la factura ${sheet.total()}</b></div>${gap(4)}${small(`${sheet.issuerName()} - Operador de plataforma: Mercado Abierto Europa S.à r.l., LU26375245.`)}`
  },

  /** A person's typewriter: sums at the left under the concept, retención among them. */
  typed: (sheet, _, page) =>
    `<div style="font-family:'Courier Prime','DejaVu Sans Mono',monospace">${sheet.issuerName()}<br>${own(sheet)}${gap(8)}<div style="margin-left:80mm">${theirs(sheet)}</div>${gap(6)}<b style="font-size:1.15em">${titleOf(sheet).toUpperCase()} ${sheet.choose('n', ['Nº', 'NÚM.', 'N.º'])} ${sheet.number()}</b>${gap(4)}${sheet.choose('fe', ['Fecha:', 'Fecha de expedición:', 'En Alicante, a'])} ${sheet.issueDate('words')}${gap(5)}${table(
      page.slice.lines.map((line) => [escapeHtml(line.text), sheet.money(line.amount)]),
      'padding:.8mm 2mm',
      [sheet.word('desc'), sheet.word('amount')]
    )}${gap(4)}<table class="bare">${[[sheet.word('base'), sheet.taxBase()] as [string, string], ...taxRows(sheet), ...heldRow(sheet), ...outlayRows(sheet), [`<b>${sheet.choose('tt', ['TOTAL', 'TOTAL A PERCIBIR', 'LÍQUIDO'])}</b>`, sheet.total()] as [string, string]].map(([name, value]) => `<tr><td style="padding:.6mm 10mm .6mm 2mm">${name}</td><td class="r">${value}</td></tr>`).join('')}</table>${gap(6)}<div>${payment(sheet)}</div></div>`,

  /** A grey panel at the left with account, due day and number of customer; the words of the head without labels. */
  panel: (sheet, _, page) => {
    const { invoice } = sheet
    const part = (name: string, value: string): string => `<b>${name}</b><br>${value}${gap(4)}`
    const old = invoice.rectified
    return `<div style="display:flex;gap:6mm"><div style="width:52mm;background:#efefef;padding:4mm;font-size:.9em"><b style="font-size:1.1em">${sheet.issuerName()}</b>${gap(3)}${own(sheet)}${gap(6)}${invoice.ibans.length ? part(sheet.choose('dp', ['Datos de pago', 'Cuenta', 'Ingresar en']), sheet.ibans()[0] ?? '') : ''}${sheet.dueDate() ? part(sheet.choose('ve', ['Vence el', 'Vencimiento', 'Fecha de pago']), sheet.dueDate() ?? '') : ''}${part(sheet.choose('sn', ['Su n.º de cliente', 'Cliente n.º']), invoice.extra.customerNo)}</div><div style="flex:1"><div style="font-size:1.4em;font-weight:700">${titleOf(sheet).toUpperCase()}</div><b>${sheet.number()}</b><br>${sheet.choose('em', ['Emitida el', 'Fecha', 'Expedida el'])} ${sheet.issueDate()}${gap(5)}${theirs(sheet, '')}${gap(5)}${old ? `<div>${sheet.choose('rec', ['Rectifica la factura', 'Factura rectificativa de la factura n.º', 'Abono de la factura'])} ${mark('rectifiedInvoiceNumber', old.number)}${sheet.choose('rd', ['', ` de ${sheet.date(old.date)}`])}. Causa: horas no prestadas.</div>${gap(4)}` : ''}${table(
      page.slice.lines.map((line) => [
        escapeHtml(line.text),
        quantity(sheet, line),
        sheet.money(line.price),
        sheet.money(line.amount),
      ]),
      'padding:.9mm 2mm;border-bottom:.1mm solid #ccc',
      ['desc', 'qty', 'price', 'amount'].map((key) => sheet.word(key as 'desc'))
    )}${gap(4)}${right([[sheet.choose('ne', ['Neto', 'Base imponible', 'Suma']), sheet.taxBase()], ...taxRows(sheet), [`<b>${invoice.documentType === 'credit_note' ? sheet.choose('tc', ['Total a abonar', 'Total abono', 'Importe a devolver']) : sheet.word('total')}</b>`, `<b>${sheet.total()}</b>`]])}</div></div>`
  },

  /** Labels in two languages parted by a slash, as suppliers from abroad print for Spain. */
  bilingual: (sheet, _, page) => {
    const { invoice } = sheet
    const two = (
      key: 'number' | 'date' | 'due' | 'base' | 'total' | 'desc' | 'qty' | 'price' | 'amount' | 'title'
    ): string => {
      const spanish = {
        number: 'N.º factura',
        date: 'Fecha',
        due: 'Vencimiento',
        base: 'Base',
        total: 'Total',
        desc: 'Descripción',
        qty: 'Cant.',
        price: 'Precio',
        amount: 'Importe',
        title: 'Factura',
      }[key]
      return `${sheet.word(key)} / ${spanish}`
    }
    const pairs: [string, string][] = [
      [two('number'), sheet.number()],
      [two('date'), sheet.issueDate()],
      [
        sheet.choose('cn', ['Kundennr. / Cliente', 'Ref. client / Cliente', 'Customer / Cliente']),
        invoice.extra.customerNo,
      ],
      ...due(sheet).map(([, day]): [string, string] => [two('due'), day]),
    ]
    return `${between(`<b style="font-size:1.1em">${sheet.issuerName()}</b><br>${invoice.issuer.street}<br>${invoice.issuer.postcode} ${invoice.issuer.city}<br>VAT ID: ${sheet.issuerTaxId()}`, `<b style="font-size:1.4em">${two('title')}</b>`)}${gap(6)}${theirs(sheet, 'NIF-IVA: ES')}${gap(5)}<table class="bare">${pairs.map(([name, value]) => `<tr><td style="padding:.8mm 12mm .8mm 0">${name}</td><td>${value}</td></tr>`).join('')}</table>${gap(5)}${table(
      page.slice.lines.map((line, at) => [
        `${at + 1} &nbsp; ${escapeHtml(line.text)}`,
        quantity(sheet, line),
        sheet.money(line.price),
        sheet.money(line.amount),
      ]),
      'padding:.9mm 2mm',
      [`Pos. &nbsp; ${two('desc')}`, two('qty'), two('price'), two('amount')]
    )}${gap(4)}${right([
      [two('base'), sheet.taxBase()],
      [`${invoice.taxName} / IVA ${sheet.decimal(invoice.taxes[0]?.rate ?? 0)} %`, tax(sheet, 0)],
      [`<b>${two('total')}</b>`, `<b>${sheet.total()}</b>`],
    ])}${gap(5)}<i>${invoice.reverseCharge ? sheet.choose('rc', ['Entrega intracomunitaria exenta - art. 25 Ley 37/1992. Inversión del sujeto pasivo', 'Reverse charge / Inversión del sujeto pasivo (art. 196 Directiva 2006/112/CE)']) : ''}</i>${gap(3)}<div>${sheet.choose('tr', ['IBAN', 'Transfer to IBAN'])} ${sheet.ibans()[0] ?? ''}</div>`
  },

  /** Small capitals over their values in two columns, few lines, the tax at nought. */
  portal: (sheet, _, page) => {
    const { invoice } = sheet
    const part = (name: string, value: string): string =>
      `<div style="font-size:.7em;text-transform:uppercase;letter-spacing:.03em;margin-top:1.5mm">${name}</div>${value}`
    return `${between(`<b style="font-size:1.2em">${sheet.issuerName()}</b><br>${own(sheet)}`, `<b style="font-size:1.4em">${titleOf(sheet)}</b>`)}${gap(6)}<div style="display:grid;grid-template-columns:1.2fr 1fr">${`<div>${part(sheet.word('customer'), theirs(sheet, ''))}</div><div>${[numberPair(sheet), datePair(sheet), ...due(sheet), [sheet.choose('al', ['N.º alojamiento', 'Property ID', 'N.º de establecimiento']), invoice.extra.contract] as [string, string]].map(([name, value]) => part(name, value)).join('')}</div>`}</div>${gap(6)}${table(
      page.slice.lines.map((line) => [escapeHtml(line.text), sheet.money(line.amount)]),
      'padding:1mm 2mm;border-bottom:.1mm solid #ccc',
      [sheet.word('desc'), sheet.word('amount')]
    )}${gap(3)}${right([[sheet.word('subtotal'), sheet.taxBase()], ...taxRows(sheet), [`<b>${sheet.word('total')}</b>`, `<b>${sheet.total()}</b>`]])}${gap(6)}<i>${invoice.reverseCharge ? sheet.word('reverse') : ''}</i><div>${payment(sheet)}</div>`
  },

  /** A software company: label and value far apart, the sum once more in a bar with its day. */
  software: (sheet, _, page) => {
    const { invoice } = sheet
    const pairs: [string, string][] = [
      [sheet.choose('inr', ['Invoice number', 'Invoice no.', 'Invoice #']), sheet.number()],
      [sheet.choose('doi', ['Date of issue', 'Invoice date', 'Issued']), sheet.issueDate()],
      ...due(sheet).map(([, day]): [string, string] => [sheet.choose('dd', ['Date due', 'Due date']), day]),
    ]
    return `<div style="font-size:1.5em;font-weight:700">Invoice</div>${gap(3)}${between(`<table class="bare">${pairs.map(([name, value]) => `<tr><td style="padding-right:18mm">${name}</td><td>${value}</td></tr>`).join('')}</table>`, `<div class="r"><b>${sheet.issuerName()}</b><br>${invoice.issuer.street}<br>${invoice.issuer.city} ${invoice.issuer.postcode}<br>${sheet.issuerTaxId()}</div>`)}${gap(5)}${sheet.choose('bt', ['Bill to', 'Billed to', 'Invoice to'])}<br>${theirs(sheet, 'ES VAT ES')}${gap(5)}<div style="background:#eee;padding:2mm 4mm;font-size:1.25em;font-weight:700">${sheet.total()}${sheet.dueDate() ? ` due ${sheet.dueDate()}` : ''}</div>${gap(5)}${table(
      page.slice.lines.map((line) => [
        escapeHtml(line.text),
        quantity(sheet, line),
        sheet.money(line.price),
        sheet.money(line.amount),
      ]),
      'padding:1mm 2mm',
      ['Description', 'Qty', 'Unit price', 'Amount']
    )}${gap(4)}${right([['Subtotal', sheet.taxBase()], ...invoice.taxes.map((one, at): [string, string] => [`VAT (${sheet.decimal(one.rate)}%)`, tax(sheet, at)]), ['Total', sheet.total()], ['<b>Amount due</b>', `<b>${mark('total', `${sheet.money(invoice.total, false)} ${invoice.currency}`)}</b>`]])}${gap(6)}<i>${invoice.reverseCharge ? 'Customer to account for VAT (reverse charge)' : ''}</i>`
  },

  /** Everything centred; labels stand before a colon in two columns; the surcharge in rows of its own under its tax. */
  shop: (sheet, _, page) => {
    const { invoice } = sheet
    const rows = invoice.taxes.map((one, at) => [
      one.type === 'RE' ? '' : sheet.choose('sbt', ['Subtotal', 'Base']),
      one.type === 'RE' ? '' : sheet.money(one.base),
      sheet.taxLabel(one),
      tax(sheet, at),
    ])
    return `<div style="text-align:center"><div style="font-size:1.45em;font-weight:700">${sheet.issuerName()}</div>${invoice.issuer.street}<br>${invoice.issuer.postcode} ${invoice.issuer.city} · ${sheet.word('taxId')} ${sheet.issuerTaxId()}</div><hr>${between(`${sheet.choose('fn', ['Factura número:', 'Número de factura:', 'Factura:'])} <b>${sheet.number()}</b><br>${sheet.choose('fe', ['Fecha de expedición:', 'Fecha:', 'Expedida:'])} ${sheet.issueDate()}<br>Página 1 de 1`, `${sheet.choose('dc', ['Datos del cliente:', 'Cliente:'])}<br>${theirs(sheet)}`)}${gap(5)}${table(
      page.slice.lines.map((line) => [
        `<span style="display:inline-block;width:12mm">${quantity(sheet, line)}</span>${escapeHtml(line.text)}`,
        sheet.money(line.price),
        `${sheet.decimal(line.rate)} %`,
        sheet.money(line.amount),
      ]),
      'padding:.8mm 2mm',
      [
        `<span style="display:inline-block;width:12mm">Uds.</span>${sheet.word('desc')}`,
        sheet.word('price'),
        'IVA',
        sheet.word('amount'),
      ]
    )}${gap(4)}${table(rows, 'padding:.6mm 2mm', ['Concepto', sheet.word('base'), 'Tipo', 'Cuota'])}${gap(3)}${right(
      [
        [sheet.choose('tb', ['Total base', 'Bases']), sheet.taxBase()],
        [sheet.choose('ti', ['Total impuestos', 'Cuotas']), sheet.money(invoice.taxTotal)],
        [`<b>${sheet.word('total')}</b>`, `<b>${sheet.total()}</b>`],
      ]
    )}${gap(4)}<div>${payment(sheet)}</div>${legal(sheet)}`
  },

  /** Two framed parts at the head, quantity first, the breakdown of the island's tax under the lines. */
  island: (sheet, _, page) => {
    const { invoice } = sheet
    const cell = 'border:.25mm solid #444;padding:2mm;vertical-align:top'
    return `<table class="full"><tr><td style="${cell};width:62%"><b style="font-size:1.3em">${sheet.issuerName()}</b><br>${own(sheet)}</td><td style="${cell}"><b>${titleOf(sheet).toUpperCase()}</b><br>${sheet.choose('nu', ['Núm.:', 'Nº:', 'Número:'])} ${sheet.number()}<br>${sheet.choose('fe', ['Fecha:', 'Fecha factura:'])} ${sheet.issueDate()}</td></tr><tr><td colspan="2" style="${cell}">${sheet.word('customer')}: ${theirs(sheet)}</td></tr></table>${gap(5)}<table class="full"><tr>${[sheet.word('qty'), sheet.word('desc'), sheet.word('price'), invoice.taxName, sheet.word('amount')].map((name, at) => `<th class="${at === 1 ? 'l' : 'r'}" style="border-bottom:.3mm solid #333;padding:1mm 2mm">${name}</th>`).join('')}</tr>${page.slice.lines.map((line) => `<tr><td class="r" style="padding:.8mm 2mm">${quantity(sheet, line)}</td><td style="padding:.8mm 2mm">${escapeHtml(line.text)}</td><td class="r">${sheet.money(line.price)}</td><td class="r">${sheet.decimal(line.rate)} %</td><td class="r" style="padding:.8mm 2mm">${sheet.money(line.amount)}</td></tr>`).join('')}</table>${gap(4)}${table(
      invoice.taxes.map((one, at) => ['', sheet.money(one.base), sheet.taxLabel(one), tax(sheet, at)]),
      'padding:.5mm 2mm',
      ['Desglose', 'Base', `%${invoice.taxName}`, 'Cuota']
    )}${gap(3)}${strip([
      [sheet.word('base'), sheet.taxBase()],
      [`Cuota ${invoice.taxName}`, sheet.money(invoice.taxTotal)],
      ['TOTAL', `<b>${sheet.total()}</b>`],
    ])}${gap(4)}<div>${payment(sheet)}</div>${legal(sheet)}`
  },

  /** The issuer in the smallest print at the foot alone, its brand in large letters; number and day in a sentence. */
  footed: (sheet, _, page) => {
    const { invoice } = sheet
    return `${between(`<div style="font-size:2em;font-weight:800;color:${sheet.look.accent}">${escapeHtml(invoice.brand)}</div>`, `<div class="r">${theirs(sheet)}</div>`)}${gap(8)}<b style="font-size:1.2em">${titleOf(sheet)} ${sheet.choose('de', ['n.º', 'núm.', ''])} ${sheet.number()} ${sheet.choose('df', ['de fecha', 'de', '- Fecha'])} ${sheet.issueDate()}</b>${gap(2)}${small(`${sheet.word('contract')} ${invoice.extra.contract} · ${sheet.word('order')} ${invoice.extra.order}`)}${gap(4)}${table(
      page.slice.lines.map((line) => [
        escapeHtml(line.text),
        `${quantity(sheet, line)} ${line.unit}`,
        sheet.money(line.price),
        sheet.money(line.amount),
      ]),
      'padding:1mm 2mm;border-bottom:.1mm dotted #999',
      ['desc', 'qty', 'price', 'amount'].map((key) => sheet.word(key as 'desc'))
    )}${gap(4)}${right([[sheet.word('base'), sheet.taxBase()], ...taxRows(sheet), ...heldRow(sheet), ...outlayRows(sheet), [`<b>${sheet.word('total')}</b>`, `<b>${sheet.total()}</b>`]])}${gap(6)}<div>${payment(sheet)}</div><div style="font-size:.6em;color:#666;margin-top:10mm">${sheet.issuerName()} · ${invoice.issuer.street} · ${invoice.issuer.postcode} ${invoice.issuer.city} · ${sheet.word('taxId')} ${sheet.issuerTaxId()} · R.M. Tomo 14.3${invoice.issuer.name.length}, F. 11, H. B-239.1${invoice.issuer.name.length}</div>`
  },

  /** Three narrow columns that break number and day over lines; old and new figures of a substitution. */
  narrow: (sheet, _, page) => {
    const { invoice } = sheet
    const old = invoice.rectified
    const cell = (name: string, value: string): string =>
      `<td style="border:.2mm solid #777;padding:1mm 1.5mm;width:24mm;overflow-wrap:anywhere"><div style="font-size:.7em">${name}</div>${value}</td>`
    return `${between(`${theirs(sheet)}`, `<div class="r"><b>${sheet.issuerName()}</b><br>${own(sheet)}</div>`)}${gap(6)}<b style="font-size:1.2em">${titleOf(sheet)}</b>${gap(2)}<table class="bare"><tr>${cell(sheet.word('number'), sheet.number())}${cell(sheet.word('date'), sheet.issueDate())}${due(
      sheet
    )
      .map(([name, day]) => cell(name, day))
      .join(
        ''
      )}${old ? cell(sheet.choose('fr', ['Factura rectificada', 'Rectifica a']), mark('rectifiedInvoiceNumber', old.number)) : ''}</tr></table>${gap(4)}${old ? `<div>Rectificación por sustitución: antes base ${sheet.money(old.base)}, total ${sheet.money(old.total)}.</div>${gap(3)}` : ''}${table(
      page.slice.lines.map((line) => [
        escapeHtml(line.text),
        quantity(sheet, line),
        sheet.money(line.price, true),
        line.discount ? `${sheet.decimal(line.discount)}%` : '',
        sheet.money(line.amount, true),
      ]),
      'padding:.8mm 2mm',
      ['desc', 'qty', 'price', 'disc', 'amount'].map((key) => sheet.word(key as 'desc'))
    )}${gap(4)}${right([[sheet.word('base'), sheet.taxBase()], ...taxRows(sheet), [`<b>${sheet.word('total')}</b>`, `<b>${sheet.total()}</b>`]])}${gap(5)}<div>${payment(sheet)}</div>${legal(sheet)}`
  },

  /** A roll from a till: headings none, amounts in capitals, what was handed over and given back. */
  till: (sheet, _, page) => {
    const { invoice } = sheet
    const handed = Math.ceil((invoice.total + 1) / 5000) * 5000
    const row = (left: string, middle: string, end: string): string =>
      `<div style="display:flex;justify-content:space-between"><span>${left}</span><span>${middle}</span><span>${end}</span></div>`
    return `<div style="text-align:center"><b>${sheet.issuerName()}</b><br>${own(sheet)}<br>${'-'.repeat(28)}<br>${titleOf(sheet).toUpperCase()}<br>${sheet.choose('n', ['Nº', 'N.', 'Num.'])} ${sheet.number()}<br>${sheet.issueDate('dd/mm/yyyy')} 21:0${invoice.number.length % 10} MESA 4</div>${gap(2)}${page.slice.lines.map((line) => row(`${quantity(sheet, line)} ${escapeHtml(line.text.toUpperCase().slice(0, 18))}`, sheet.money(line.price, true), sheet.money(line.amount, true))).join('')}${gap(2)}${invoice.taxes.map((one, at) => `${row(`BASE ${sheet.decimal(one.rate)}%`, '', sheet.money(one.base, true))}${row(`IVA ${sheet.decimal(one.rate)}%`, '', mark(`tax${at}`, sheet.money(one.amount, true)))}`).join('')}<b>${row(sheet.choose('t', ['TOTAL €', 'TOTAL EUROS', 'TOTAL']), '', mark('total', sheet.money(invoice.total, true)))}</b>${row(sheet.choose('e', ['ENTREGADO', 'EFECTIVO']), '', sheet.money(handed, true))}${row('CAMBIO', '', sheet.money(handed - invoice.total, true))}${gap(3)}<div style="text-align:center">CLIENTE: ${mark('customerName', invoice.customer.name)}<br>${sheet.choose('c', ['CIF', 'NIF'])} ${mark('customerTaxId', invoice.customer.taxId)}<br>IVA INCLUIDO<br>GRACIAS POR SU VISITA</div>`
  },
}
