import type { Frame } from './frames.js'
import { escapeHtml, mark, type Sheet } from './sheet.js'
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
  small,
  street,
  taxes,
  taxTable,
} from './wide_kit.js'

/* Travel, events, tickets, platforms and suppliers abroad. */

const dueOr = (sheet: Sheet, other: string): string => sheet.dueDate() ?? other
const bank = (sheet: Sheet): string => sheet.ibans()[0] ?? ''

export const WIDE_OTHER_FRAMES: Record<string, Frame> = {
  /** A ferry: the booking beside the number, lines without heading, taxes included in a note below. */
  naviera: (s, _, page) =>
    `${between(`<b style="font-size:1.6em;color:#036">${s.invoice.brand}</b>`, `<div class="r">Localizador: ${s.invoice.extra.contract}<br>Fecha reserva: ${s.date(s.invoice.extra.period[0])}<br>Fecha factura: ${s.issueDate()}<br>Factura: ${s.number()}</div>`)}${gap(5)}<table class="full"><tr><td style="background:#036;color:#fff;padding:1mm 2mm">Datos de la compañía</td><td style="background:#036;color:#fff;padding:1mm 2mm">Datos fiscales del cliente</td></tr><tr><td style="padding:2mm">${issuer(s, 'CIF')}</td><td style="padding:2mm">${customer(s, 'CIF/NIF')}</td></tr></table>${gap(5)}${goods(s, page, 'tdqpa', ['Salida', 'Servicio', 'Uds.', 'Tarifa', 'Importe'])}${atEnd(page, `${gap(3)}${list([...taxes(s, (rate, base) => `Base ${rate} %: ${base} · IVA`), ['Base total', s.taxBase()], ['<b>TOTAL EUR</b>', `<b>${s.total()}</b>`]])}${gap(4)}${small('Abonado con tarjeta VISA **** 4471', 0.85)}`)}`,

  /** An event: all data of the head in running lines, the total before what it is made of. */
  evento: (s, _, page) =>
    `<div style="font-size:2em;font-weight:300">${s.issuerName()}</div>${gap(2)}Factura ${s.number()}, emitida el ${s.issueDate()}, a nombre de ${customerName(s)} (${customerId(s)}), ${street(s.invoice.customer, ', ')}.${gap(6)}<div style="font-size:1.3em">Total a pagar ${s.total()}${s.dueDate() ? `, hasta el ${s.dueDate()}` : ''}</div>${gap(5)}${goods(s, page, 'tdqa', ['Día', 'Actividad', 'Nº', 'Importe'])}${atEnd(
      page,
      `${gap(4)}Base ${s.taxBase()} + ${taxes(s, (rate) => `IVA ${rate}%`)
        .map(([name, value]) => `${name} ${value}`)
        .join(' + ')} = ${s.total()}${gap(4)}Nuestra cuenta: ${bank(s)}`
    )}${foot(`${s.invoice.issuer.name} · NIF ${s.issuerTaxId()} · ${street(s.invoice.issuer, ', ')}`)}`,

  /** A till's paper with the tax table between and the number called ticket. */
  gasolinera: (s, _, page) =>
    `<div style="text-align:center">${s.issuerName()}<br>${street(s.invoice.issuer)}<br>CIF:${s.issuerTaxId()}</div><hr>FACTURA SIMPLIFICADA<br>Ticket: ${s.number()}<br>${s.issueDate()} 14:32 Term. 02 Op: 118<hr>${goods(s, page, 'qdpa', [], 'padding:.2mm .6mm')}<hr>${list(
      [
        ['TOTAL EUR', `<b>${s.total()}</b>`],
        ['TARJETA', s.total()],
      ],
      'width:100%',
      'padding:.3mm 0'
    )}<hr>${taxTable(s, ['IVA%', 'BASE', 'CUOTA'], 'rba', 'border:0;padding:0 2mm')}<hr><div style="text-align:center">Base total ${s.taxBase()}<br>Cliente: ${customerId(s)}<br>${customerName(s)}<br>GRACIAS</div>`,

  /** A restaurant: amounts with VAT, the base proven under the total. */
  asador: (s, _, page) =>
    `<div style="text-align:center"><b style="font-size:1.3em">${s.invoice.brand}</b><br>${s.issuerName()}<br>N.I.F. ${s.issuerTaxId()}<br>${street(s.invoice.issuer)}</div>${gap(2)}Fra. Simplificada nº: ${s.number()}<br>Fecha: ${s.issueDate()} Hora: 15:07<br>Mesa: 14 Comensales: 4 Camarero: Luis${gap(2)}${goods(s, page, 'qdpa', ['Ud', 'Descripción', 'PVP', 'Total'], 'padding:.2mm .5mm')}<hr><div class="r" style="font-size:1.4em">Total: ${s.total()}</div>${small(
      `Impuestos incluidos. Base imp.: ${s.taxBase()} ${taxes(s, (rate) => `Iva ${rate}%:`)
        .map(([name, value]) => `${name} ${value}`)
        .join(' ')}`,
      0.9
    )}${gap(2)}<div style="text-align:center">Vuelva pronto</div>`,

  /** Intra-community: german heads, a letter's window, sums in a sentence each. */
  brief: (s, _, page) =>
    `${small(`${s.issuerName()} · ${street(s.invoice.issuer, ' · ')}`)}${gap(2)}${between(
      `${customerName(s)}<br>${street(s.invoice.customer)}<br>Spanien`,
      list([
        ['Rechnung', s.number()],
        ['Datum', s.issueDate()],
        ['Ihre Kd.-Nr.', s.invoice.extra.customerNo],
        ['Ihre USt-IdNr.', customerId(s)],
        ['Liefertermin', s.date(s.invoice.extra.period[1])],
      ])
    )}${gap(8)}<b>Rechnung Nr. ${s.number()}</b>${gap(2)}Sehr geehrte Damen und Herren, wir erlauben uns zu berechnen:${gap(3)}${goods(s, page, 'cdqupa', ['Art.', 'Text', 'Menge', '', 'EP', 'GP'])}${atEnd(page, `${gap(3)}${list([['Summe netto', s.taxBase()], ...taxes(s, (rate) => `zzgl. ${rate} % USt.`), ['<b>Zu zahlen</b>', `<b>${s.total()}</b>`]])}${gap(3)}${s.invoice.reverseCharge ? 'Innergemeinschaftliche Lieferung, steuerfrei nach § 4 Nr. 1b UStG.<br>' : ''}${s.dueDate() ? `Zahlbar ohne Abzug bis ${s.dueDate()}.` : ''}`)}${foot(`${between(s.invoice.issuer.name, `USt-IdNr. ${s.issuerTaxId()}<br>Amtsgericht Köln HRB 41882`, `Kölner Bank<br>${bank(s)}`)}`)}`,

  /** French: headings boxed, "Net à payer" large, the bank at the foot. */
  facture: (s, _, page) =>
    `${between(issuer(s, 'TVA intracommunautaire :'), `<div style="text-align:right"><span style="font-size:1.6em">FACTURE</span></div>`)}${gap(4)}${cells(
      [
        ['N° pièce', s.number()],
        ['Date', s.issueDate()],
        ['Code client', s.invoice.extra.customerNo],
        ['Échéance', dueOr(s, '')],
        ['Règlement', 'Virement'],
      ]
    )}${gap(4)}<div style="margin-left:100mm">${customer(s, 'N° TVA :')}</div>${gap(4)}${goods(s, page, 'cdqpxa', ['Réf.', 'Désignation', 'Qté', 'PU HT', 'Rem.', 'Montant HT'])}${atEnd(
      page,
      `${gap(4)}${between(
        taxTable(s, ['Base HT', 'Taux', 'Montant TVA'], 'bra'),
        list([
          ['Total HT', s.taxBase()],
          ['Total TVA', s.money(s.invoice.taxTotal)],
          ['Total TTC', s.total()],
          ['<b>NET À PAYER</b>', `<b>${s.total()}</b>`],
        ])
      )}${s.invoice.reverseCharge ? small('Exonération TVA, article 262 ter I du CGI', 0.85) : ''}`
    )}${foot(`IBAN : ${bank(s)} — SAS au capital de 80 000 € — RCS Bordeaux B 412 554 871`)}`,

  /** Portuguese: certified print, "Exmo.(s) Sr.(s)", the summary of taxes at the left. */
  fatura: (s, _, page) =>
    `${issuer(s, 'Contribuinte N.º')}${gap(4)}${between(`<b>Fatura ${s.number()}</b><br>Original`, `Exmo.(s) Senhor(es)<br>${customer(s, 'V/ N.º Contrib.')}`)}${gap(4)}${cells(
      [
        ['Data', s.issueDate()],
        ['Vencimento', dueOr(s, '')],
        ['V/ Ref.', s.invoice.extra.order],
        ['Moeda', s.invoice.currency],
      ]
    )}${gap(4)}${goods(s, page, 'cdqupxra', ['Artigo', 'Descrição', 'Qtd.', 'Un.', 'Pr. Unitário', 'Desc.', 'IVA', 'Valor'])}${atEnd(
      page,
      `${gap(4)}${between(
        `Quadro resumo de impostos${taxTable(s, ['Taxa', 'Incidência', 'Total IVA'], 'rba')}`,
        list([
          ['Mercadoria/Serviços', s.taxBase()],
          ['IVA', s.money(s.invoice.taxTotal)],
          ['<b>Total ( EUR )</b>', `<b>${s.total()}</b>`],
        ])
      )}${s.invoice.reverseCharge ? small('Isento Artigo 14.º do RITI', 0.85) : ''}${gap(4)}IBAN: ${bank(s)}`
    )}${foot('X7b2-Processado por programa certificado n.º 1247/AT')}`,

  /** Italian: many small headed boxes. */
  fattura: (s, _, page) =>
    `${between(issuer(s, 'P.IVA'), `Spett.le<br>${customer(s, 'P.IVA')}`)}${gap(4)}${cells([
      ['TIPO DOCUMENTO', 'FATTURA'],
      ['NUMERO DOC.', s.number()],
      ['DATA DOC.', s.issueDate()],
      ['CODICE CLIENTE', s.invoice.extra.customerNo],
      ['PAG.', `${page.at + 1}`],
    ])}${gap(1)}${cells([
      ['MODALITÀ DI PAGAMENTO', 'Bonifico bancario'],
      ['COORDINATE BANCARIE', bank(s)],
      ['SCADENZA', dueOr(s, '')],
    ])}${gap(3)}${goods(s, page, 'cduqpa', ['CODICE', 'DESCRIZIONE DEI BENI', 'UM', 'QUANTITÀ', 'PREZZO', 'IMPORTO'])}${atEnd(page, `${gap(4)}${cells([['TOTALE MERCE', s.money(s.invoice.gross)], ['IMPONIBILE', s.taxBase()], ...taxes(s, (rate) => `IMPOSTA ${rate}%`), ['TOTALE DOCUMENTO', `<b>${s.total()}</b>`]])}${s.invoice.reverseCharge ? small('Non imponibile art. 41 DL 331/93', 0.9) : ''}`)}`,

  /** An Irish or English service: card paid, ids under the addresses, totals aligned with columns. */
  saas: (s, _, page) =>
    `${between(`<b style="font-size:1.4em">Invoice</b>`, `<b style="color:#888">${s.invoice.brand}</b>`)}${gap(3)}${list(
      [
        ['Invoice number', s.number()],
        ['Date of issue', s.issueDate()],
        ['Date due', dueOr(s, 'On receipt')],
      ],
      '',
      'padding:.2mm 6mm .2mm 0'
    )}${gap(4)}<div style="display:flex;gap:20mm"><div>${issuer(s, s.invoice.issuer.country === 'IE' ? 'IE VAT' : 'Tax ID')}</div><div><b>Bill to</b><br>${customer(s, 'ES VAT')}</div></div>${gap(6)}<div style="font-size:1.4em">${s.total()} due ${s.dueDate() ?? 'on receipt'}</div>${gap(5)}${goods(s, page, 'dqpa', ['Description', 'Qty', 'Unit price', 'Amount'])}${atEnd(page, `${gap(3)}${list([['Subtotal', s.money(s.invoice.gross)], ['Total excluding tax', s.taxBase()], ...taxes(s, (rate) => `VAT (${rate}%)`), ['Total', s.total()], ['<b>Amount due</b>', `<b>${s.total()}</b>`]])}${gap(4)}${s.invoice.reverseCharge ? 'Tax to be paid on reverse charge basis<br>' : ''}${bank(s) ? `Bank transfer: ${bank(s)}` : ''}`)}`,

  /** A marketplace: who sells in the small print, who delivers beside, prices with tax. */
  mercado: (s, _, page) =>
    `${between(`<b style="font-size:1.7em">Factura</b>`, `<div class="r">Pagado<br>${small(`Fecha de la factura / Fecha de la entrega ${s.issueDate()}`, 0.9)}${small(`Número del documento ${s.number()}`, 0.9)}${small(`Total pendiente ${s.money(0)}`, 0.9)}</div>`)}${gap(4)}<div style="display:grid;grid-template-columns:1fr 1fr 1fr;gap:4mm;font-size:.9em"><div><b>Dirección de facturación</b><br>${customer(s, 'NIF')}</div><div><b>Dirección de envío</b><br>Recepción<br>${street(s.invoice.customer)}</div><div><b>Vendido por</b><br>${issuer(s, 'CIF')}</div></div>${gap(3)}${small(`Número del pedido 402-${s.invoice.extra.contract} · Fecha del pedido ${s.date(s.invoice.extra.period[1])}`, 0.9)}${gap(4)}${goods(s, page, 'dqpra', ['Descripción', 'Cant.', 'P. Unitario (IVA incluido)', 'IVA %', 'Precio total (IVA incluido)'])}${atEnd(page, `${gap(3)}<div class="r"><b>Total factura ${s.total()}</b></div>${gap(3)}${list([...taxes(s, (rate, base) => `IVA ${rate}% · Precio total sin IVA ${base}`), ['Total sin IVA', s.taxBase()]])}`)}`,

  /** A two-column magazine page: the sums beside the lines. */
  revista: (s, _, page) =>
    `<div style="border-top:2mm solid #a33;padding-top:3mm">${between(`<b style="font-size:1.3em">${s.invoice.brand}</b>`, `FRA. ${s.number()} · ${s.issueDate('words')}`)}</div>${gap(6)}<div style="display:flex;gap:8mm"><div style="flex:1">${goods(s, page, 'nqa', ['Qué', 'Cuánto', 'Importe'], 'padding:1.2mm 1mm')}</div><div style="width:56mm;font-size:.92em">${small('PARA')}${customer(s, '')}${gap(4)}${small('DE')}${issuer(s, '')}${gap(4)}${atEnd(page, `${list([['Suma', s.taxBase()], ...taxes(s, (rate) => `+ IVA ${rate} %`), ['<b>Total</b>', `<b>${s.total()}</b>`]], 'width:100%', 'padding:.6mm 2mm .6mm 0')}${gap(4)}${small('INGRESO EN')}${bank(s).replace(/ (?=\S{4} \S{4} \S{2}[^>]*<)/, ' ')}<br>${s.dueDate() ? `${small('ANTES DE')}${s.dueDate()}` : ''}`)}</div></div>`,

  /** Two dates, two numbers: the supplier's order of work with its own date stands first and larger. */
  taller: (s, _, page) =>
    `${between(`<b style="font-size:1.2em">${s.issuerName()}</b><br>${street(s.invoice.issuer)}<br>CIF ${s.issuerTaxId()}`, box(`<b>ORDEN DE TRABAJO ${s.invoice.extra.contract}</b><br>Entrada: ${s.date(s.invoice.extra.period[0])}<br>Salida: ${s.date(s.invoice.extra.period[1])}<br>Matrícula 4471 KLM`))}${gap(4)}${namedBelow(
      [
        ['Factura', s.number()],
        ['Fecha de factura', s.issueDate()],
        ['Vencimiento', dueOr(s, '—')],
      ]
    )}${gap(4)}${customer(s, 'NIF/CIF:')}${gap(4)}${goods(s, page, 'cdqpxa', ['Ref.', 'Mano de obra / Recambio', 'Cant.', 'PVP', '%', 'Total'])}${atEnd(page, `${gap(4)}${cells([['Suma', s.money(s.invoice.gross)], ['Base Imp.', s.taxBase()], ...taxes(s, (rate) => `IVA ${rate}%`), ['Total Factura', s.total()]])}${gap(3)}${bank(s)}`)}`,

  /** The number broken into series, year and number in boxes of a form. */
  series: (s, _, page) =>
    `${between(issuer(s, 'NIF'), `<table><tr><td style="border:.2mm solid #333;padding:1mm 2mm">${small('Serie')}${s.invoice.series ? mark('invoiceNumber', s.invoice.series, true) : '—'}</td><td style="border:.2mm solid #333;padding:1mm 2mm">${small('Número')}${mark('invoiceNumber', s.invoice.number, s.invoice.series !== null)}</td><td style="border:.2mm solid #333;padding:1mm 2mm">${small('Fecha')}${s.issueDate()}</td></tr></table>`)}${gap(5)}${box(`${small('Nombre y domicilio del cliente')}${customer(s, 'NIF')}`)}${gap(5)}<div style="display:grid;grid-template-columns:3fr 1fr">${page.slice.lines.map((line) => `<div style="padding:1mm">${escapeHtml(line.text)}</div><div class="r" style="padding:1mm">${s.money(line.amount)}</div>`).join('')}</div>${atEnd(page, `<hr>${list([['Subtotal', s.taxBase()], ...taxes(s, (rate) => `${rate}% de IVA`), ['Total', `<b>${s.total()}</b>`]])}${gap(4)}Pago: ${s.dueDate() ? `${s.dueDate()} en ` : ''}${bank(s)}`)}`,
}
