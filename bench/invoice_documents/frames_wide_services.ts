import type { Frame } from './frames.js'
import { mark, type Sheet } from './sheet.js'
import {
  atEnd,
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
  namedBelow,
  outlays,
  small,
  street,
  taxes,
  taxTable,
  totalInWords,
  withheld,
} from './wide_kit.js'

/* Utilities, telecoms, upkeep, rents, professionals: who bills a service. Every arrangement has a wording of its own. */

const period = ({ invoice }: Sheet, sheet: Sheet): string =>
  `${sheet.date(invoice.extra.period[0])} - ${sheet.date(invoice.extra.period[1])}`
const dueOr = (sheet: Sheet, other: string): string => sheet.dueDate() ?? other

export const WIDE_SERVICE_FRAMES: Record<string, Frame> = {
  /** The amount to pay large at the top, the data of the invoice in a column at the right, sums as a story. */
  luz: (s, _, page) =>
    `${between(`<span style="font-size:1.6em;color:#0a5">${s.invoice.brand}</span><br>${small('Atención al cliente 900 10 20 30')}`, `<div style="border-radius:3mm;background:#eef7f0;padding:3mm 5mm"><b>IMPORTE FACTURA:</b> <span style="font-size:1.5em">${s.total()}</span><br>${small(`Nº de factura: ${s.number()}<br>Fecha emisión factura: ${s.issueDate()}<br>Periodo de consumo: ${period(s, s)}<br>Fecha de cargo: ${dueOr(s, '')}`, 0.9)}</div>`)}${gap(6)}<div style="margin-left:95mm">${customerName(s)}<br>${street(s.invoice.customer)}</div>${gap(6)}<b>RESUMEN DE LA FACTURA</b>${goods(s, page, 'dqpa', [])}${atEnd(
      page,
      `${gap(2)}${list(
        [
          ['Importe sin impuestos', s.taxBase()],
          ...taxes(s, (rate, base) => `IVA normal ${rate}% s/ ${base}`),
          ['<b>TOTAL IMPORTE FACTURA</b>', `<b>${s.total()}</b>`],
        ],
        'width:100%'
      )}${gap(5)}<div style="display:grid;grid-template-columns:1fr 1fr;gap:6mm;font-size:.86em"><div><b>DATOS DEL CONTRATO</b><br>Titular: ${s.invoice.customer.name}<br>NIF titular: ${customerId(s)}<br>Número de contrato: ${s.invoice.extra.contract}<br>CUPS: ${s.invoice.extra.cups}</div><div><b>DATOS DE PAGO</b><br>Banco: 2100 - Cuenta: ${s.invoice.maskedIban ?? ''}<br>Cód. mandato: M${s.invoice.extra.customerNo}</div></div>`
    )}${foot(`${s.issuerName()}. ${street(s.invoice.issuer, ' - ')}. CIF ${s.issuerTaxId()}. Inscrita en el R.M. al tomo 1.234, folio 56, hoja M-7788`)}`,

  /** Labels small under their values, the taxes as a strip, reading of a meter. */
  agua: (s, _, page) =>
    `${between(
      issuer(s, 'C.I.F.'),
      namedBelow([
        ['Núm. factura', s.number()],
        ['Data', s.issueDate()],
        ['Abonat', s.invoice.extra.customerNo],
      ])
    )}${gap(5)}${namedBelow([
      ['Titular', customerName(s)],
      ['NIF', customerId(s)],
      ['Adreça del subministrament', street(s.invoice.customer, ', ')],
    ])}${gap(5)}${namedBelow([
      ['Lectura anterior', '4.112'],
      ['Lectura actual', '4.377'],
      ['Consum m³', '265'],
      ['Període', period(s, s)],
    ])}${gap(5)}${goods(s, page, 'dqpra', ['CONCEPTE', 'm³', 'PREU', 'IVA', 'IMPORT'])}${atEnd(
      page,
      `${gap(4)}${cells([...taxes(s, (rate, base) => `${rate}% IVA s/ ${base}`), ['Base', s.taxBase()], ['TOTAL REBUT', s.total()]])}${gap(4)}${small(`Domiciliació bancària: ${s.invoice.maskedIban ?? ''}. Data de càrrec: ${dueOr(s, '')}`, 0.9)}`
    )}`,

  /** A telecom: a summary with taxes in one sentence, figures of lines of telephones beside. */
  fibra: (s, _, page) =>
    `<div style="display:flex;gap:8mm"><div style="width:62mm;background:#f3f0fa;padding:4mm;font-size:.88em"><b>${s.invoice.brand}</b>${gap(4)}Factura n.º<br><b>${s.number()}</b>${gap(2)}Emitida<br><b>${s.issueDate()}</b>${gap(2)}Se cobrará el<br><b>${dueOr(s, '')}</b>${gap(2)}Cuenta de cargo<br>${s.invoice.maskedIban ?? ''}${gap(2)}N.º de cliente<br>${s.invoice.extra.customerNo}</div><div style="flex:1">${customer(s, 'NIF')}${gap(8)}<div style="font-size:1.8em">A pagar: ${s.total()}</div>${small('IVA incluido', 0.8)}${gap(6)}${goods(s, page, 'da', ['Líneas y servicios', ''])}${atEnd(page, `${gap(3)}${list([['Total (base imponible)', s.taxBase()], ...taxes(s, (rate) => `IVA (${rate}%)`), ['<b>Total a pagar</b>', `<b>${s.total()}</b>`]], 'width:100%')}`)}</div></div>${foot(`${s.issuerName()}, con NIF ${s.issuerTaxId()} y domicilio social en ${street(s.invoice.issuer, ', ')}.`)}`,

  /** Upkeep of lifts: two boxes of addresses, number and date in one sentence, sums in a grid at the foot. */
  ascensor: (s, _, page) =>
    `${between(`<b style="font-size:1.3em">${s.issuerName()}</b><br>${small(`${street(s.invoice.issuer, ' · ')} · NIF ${s.issuerTaxId()}`)}`, small('Delegación Levante<br>Tel. 961 55 02 11'))}${gap(6)}<div style="display:grid;grid-template-columns:1fr 1fr;gap:4mm">${box(`${small('Emplazamiento')}Edif. Mirador, C/ Sorní 11<br>RAE 28-41207`)}${box(`${small('Destinatario de factura')}${customer(s, 'CIF')}`)}</div>${gap(5)}<div>Factura número <b>${s.number()}</b> de fecha <b>${s.issueDate()}</b> correspondiente al período ${period(s, s)}. Contrato ${s.invoice.extra.contract}.</div>${gap(4)}${goods(s, page, 'cdqpa', ['Ref.', 'Concepto facturado', 'Cant.', 'Tarifa', 'Euros'])}${atEnd(page, `${gap(4)}${cells([['Base imponible', s.taxBase()], ...taxes(s, (rate) => `I.V.A. ${rate} %`), ['Total euros', `<b>${s.total()}</b>`], ['Vencimiento', dueOr(s, 'CONTADO')], ['Forma de pago', 'Recibo']])}${gap(2)}${small(`Domiciliado en: ${s.invoice.maskedIban ?? s.ibans()[0] ?? ''}`, 0.9)}`)}`,

  /** Rent: a letter with everything in running text, the sums in a small table in the middle. */
  alquiler: (s, _, page) =>
    `<div style="text-align:center;font-size:1.3em;letter-spacing:.3em">FACTURA DE ARRENDAMIENTO</div>${gap(6)}<table class="bare full"><tr><td style="width:50%"><u>ARRENDADOR</u><br>${issuer(s, 'N.I.F.')}</td><td><u>ARRENDATARIO</u><br>${customer(s, 'N.I.F.')}</td></tr></table>${gap(6)}Núm.: ${s.number()}${gap(1)}En Madrid, a ${s.issueDate('words')}${gap(5)}${goods(s, page, 'da', [])}${atEnd(
      page,
      `${gap(4)}${list([['Renta (base imponible)', s.taxBase()], ...taxes(s, (rate) => `+ I.V.A. (${rate}%)`), ...withheld(s, (rate) => `- Retención I.R.P.F. (${rate}%)`), ['Líquido a percibir', `<u>${s.total()}</u>`]], 'margin:0 auto')}${gap(6)}El importe se abonará en la cuenta ${s.ibans()[0] ?? ''}${s.dueDate() ? ` antes del día ${s.dueDate()}` : ''}.`
    )}`,

  /** A lawyer's minuta: fees with hours in the text, suplidos apart, total in words. */
  minuta: (s, _, page) =>
    `<div style="text-align:right"><i style="font-size:1.4em">${s.issuerName()}</i><br>Abogados<br>${street(s.invoice.issuer)}<br>N.I.F.: ${s.issuerTaxId()}</div>${gap(6)}${customerName(s)}<br>${street(s.invoice.customer)}<br>N.I.F.: ${customerId(s)}${gap(6)}<b>MINUTA DE HONORARIOS Nº ${s.number()}</b>${gap(1)}Fecha: ${s.issueDate()}${gap(4)}Asunto: Expediente 114/2025 – Juzgado de lo Mercantil nº 4${gap(4)}${goods(s, page, 'da', ['HONORARIOS', 'EUROS'])}${atEnd(
      page,
      `${gap(4)}${list([['Suma honorarios', s.taxBase()], ...taxes(s, (rate, base) => `IVA ${rate}% sobre ${base}`), ...withheld(s, (rate) => `IRPF ${rate}% a deducir`), ...outlays(s, ''), ['TOTAL MINUTA', `<b>${s.total()}</b>`]], 'width:100%')}${gap(2)}${small(`Son: ${totalInWords(s.invoice.total)}`, 0.9)}${gap(6)}${small(`Provisión de fondos: ruego transferencia a ${s.ibans()[0] ?? ''}. ${s.dueDate() ? `Plazo: ${s.dueDate()}` : ''}`, 0.9)}`
    )}`,

  /** A certification of works: to date, certified before, this one; then the sums. */
  certificacion: (s, _, page) => {
    const { taxBase } = s.invoice
    return `${between(issuer(s, 'C.I.F. nº'), `<div class="r"><b>CERTIFICACIÓN DE OBRA Nº 3</b><br>Obra: Reforma planta 2ª<br>Expte.: OB-2025/118</div>`)}${gap(4)}${box(`PROPIEDAD / PROMOTOR: ${customerName(s)} — C.I.F. ${customerId(s)} — ${street(s.invoice.customer, ', ')}`)}${gap(4)}${cells(
      [
        ['Factura', s.number()],
        ['Fecha', s.issueDate()],
        ['Pedido', s.invoice.extra.order],
      ]
    )}${gap(4)}${goods(s, page, 'cdqpa', ['Part.', 'Descripción de la partida', 'Medición', 'Precio', 'Importe'])}${atEnd(page, `${gap(4)}${list([['Obra ejecutada a origen', s.money(taxBase + 1250000)], ['A deducir: certificaciones anteriores (1 y 2)', s.money(-1250000)], ['Importe de esta certificación', s.taxBase()], ...taxes(s, (rate) => `I.V.A. ${rate}%`), ...withheld(s, (rate) => `Retención ${rate}%`), ['TOTAL CERTIFICACIÓN', `<b>${s.total()}</b>`]])}${gap(5)}Forma de pago: confirming, vto. ${dueOr(s, 'a convenir')}. Cuenta: ${s.ibans()[0] ?? ''}`)}`
  },

  /** A basque and spanish form: each label twice. */
  elebiduna: (s, _, page) =>
    `${between(issuer(s, 'IFZ/NIF:'), box(`FAKTURA / FACTURA<br>Zk. / Nº: <b>${s.number()}</b><br>Data / Fecha: ${s.issueDate()}`))}${gap(5)}${small('BEZEROA / CLIENTE', 0.8)}${customer(s, 'IFZ / NIF')}${gap(5)}${goods(s, page, 'dqpa', ['Kontzeptua / Concepto', 'Kop. / Cant.', 'Prezioa / Precio', 'Zenbatekoa / Importe'], 'border:.15mm solid #999;padding:.8mm 1.6mm')}${atEnd(page, `${gap(4)}${list([['Zerga-oinarria / Base imponible', s.taxBase()], ...taxes(s, (rate) => `BEZ / IVA %${rate}`), ['GUZTIRA / TOTAL', `<b>${s.total()}</b>`]])}${gap(5)}Epemuga / Vencimiento: ${dueOr(s, '—')}<br>Kontua / Cuenta: ${s.ibans()[0] ?? ''}`)}`,

  /** A galician one, typed list, colons in a column. */
  galega: (s, _, page) =>
    `<b style="font-size:1.25em">${s.issuerName()}</b><br>${street(s.invoice.issuer)}<br>NIF: ${s.issuerTaxId()}${gap(6)}<table class="bare"><tr><td>Factura nº</td><td>&nbsp;: ${s.number()}</td></tr><tr><td>Data da factura</td><td>&nbsp;: ${s.issueDate()}</td></tr><tr><td>Cliente</td><td>&nbsp;: ${customerName(s)}</td></tr><tr><td>Enderezo</td><td>&nbsp;: ${street(s.invoice.customer, ', ')}</td></tr><tr><td>NIF cliente</td><td>&nbsp;: ${customerId(s)}</td></tr><tr><td>Data de vencemento</td><td>&nbsp;: ${dueOr(s, '-')}</td></tr></table>${gap(5)}${goods(s, page, 'dqupa', ['Descrición', 'Cant.', 'Ud.', 'Prezo', 'Total'])}${atEnd(page, `${gap(4)}${list([['Suma', s.taxBase()], ...taxes(s, (rate, base) => `IVE ${rate}% de ${base}`), ['Total factura', `<b>${s.total()}</b>`]])}${gap(4)}Pagamento por transferencia: ${s.ibans()[0] ?? ''}`)}`,

  /** A catalan coop: number and date under a line of headings, taxes in a table, a receipt to cut off at the foot. */
  cooperativa: (s, _, page) =>
    `${between(issuer(s, 'NIF'), customer(s, 'NIF'))}${gap(6)}<table class="full" style="text-align:center"><tr style="background:#ddd"><td>FACTURA</td><td>SÈRIE</td><td>DATA</td><td>CODI CLIENT</td><td>FULL</td></tr><tr><td>${mark('invoiceNumber', s.invoice.number, s.invoice.series !== null)}</td><td>${s.invoice.series ? mark('invoiceNumber', s.invoice.series, true) : ''}</td><td>${s.issueDate()}</td><td>${s.invoice.extra.customerNo}</td><td>${page.at + 1}</td></tr></table>${gap(4)}${goods(s, page, 'cdqpxa', ['CODI', 'CONCEPTE', 'QUANT.', 'PREU', '%DTE', 'IMPORT'])}${atEnd(page, `${gap(4)}<div style="display:flex;justify-content:space-between">${taxTable(s, ['BASE', '%IVA', 'QUOTA'], 'bra')}${box(`TOTAL FACTURA<br><b style="font-size:1.3em">${s.total()}</b>`)}</div>${small(`Base total: ${s.taxBase()}`, 0.8)}<hr>${between(`Venciment: ${dueOr(s, '')}`, `Compte: ${s.ibans()[0] ?? s.invoice.maskedIban ?? ''}`)}`)}`,

  /** A receipt of a person: a framed half page, the total beside the title, no table. */
  recibi: (s, _, page) =>
    box(
      `${between(`<b style="font-size:1.3em">FACTURA-RECIBO</b>`, `Nº ${s.number()}`, `Euros # ${s.total()} #`)}${gap(3)}He recibido de <b>${customerName(s)}</b>, con NIF ${customerId(s)} y domicilio en ${street(s.invoice.customer, ', ')}, la cantidad de ${totalInWords(s.invoice.total)}, por los conceptos siguientes:${gap(2)}${goods(s, page, 'da', [])}${gap(2)}${list([['Base', s.taxBase()], ...taxes(s, (rate, _, type) => `${type} ${rate} %`), ...withheld(s, (rate) => `Retención ${rate} %`), ['Total recibo', s.total()]])}${gap(3)}${between(`${s.issuerName()}<br>NIF ${s.issuerTaxId()}<br>${street(s.invoice.issuer)}`, `${s.invoice.issuer.city}, ${s.issueDate()}<br><br>Firma`)}`,
      'border-width:.6mm'
    ),

  /** A hotel platform: totals first, then what they are made of; the customer is an account. */
  comision: (s, _, page) =>
    `${between(`<b style="font-size:1.5em">${s.invoice.brand}</b>`, small(`${s.issuerName()}<br>${street(s.invoice.issuer)}<br>VAT: ${s.issuerTaxId()}`, 0.85))}${gap(4)}<b>Factura de comisiones</b>${gap(3)}${list(
      [
        ['Nombre de la empresa', customerName(s)],
        ['Número de IVA', customerId(s)],
        ['ID del alojamiento', s.invoice.extra.customerNo],
        ['Número de factura', s.number()],
        ['Fecha', s.issueDate()],
        ['Periodo', period(s, s)],
      ],
      '',
      'padding:.5mm 12mm .5mm 0'
    )}${gap(4)}${goods(s, page, 'da', ['Descripción', 'Importe'], 'padding:1mm 2mm;border-bottom:.1mm solid #aaa')}${atEnd(page, `${gap(3)}${list([['Importe neto', s.taxBase()], ...taxes(s, (rate) => `IVA ${rate}%`), ['<b>Importe total por pagar</b>', `<b>${s.total()}</b>`]], 'width:100%')}${gap(4)}Fecha de vencimiento del pago: ${dueOr(s, '')}<br>${s.invoice.reverseCharge ? 'IVA: inversión del sujeto pasivo, art. 196 Directiva 2006/112/CE<br>' : ''}Realiza el pago en: IBAN ${s.ibans()[0] ?? ''}, indicando el número de factura`)}`,
}
