import { invoiceAlarms } from '#app/reading/invoice_alarms'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const width = 61

/** A row of a foot: its words and its sum at the right. */
export const footRow = (words: string, sum: string): string =>
  `   ${words.padEnd(Math.max(width - sum.length, words.length + 3))}${sum}`

/** What is read of an invoice of 1.210,00 € with these rows under its total, and the alarms about what is due. */
export function readFoot(rows: readonly string[], title = 'FACTURA') {
  const invoice = readPages(
    printedPage(`
   OBRAS DEL SUR, S.L.                                ${title}
   CIF B12345674                                      Nº ${title.toLowerCase()}: O-7
   Calle Uno 1, 29001 Málaga                          Fecha: 10/03/2026

   Cliente
   Hoteles Mar, S.A.
   A28012342

   Concepto                                                 Importe
   Certificación de obra                                    1.000,00

   Base imponible                                           1.000,00
   IVA 21 %                                                   210,00
   TOTAL ${title}                                            1.210,00

${rows.join('\n')}
`),
    { ownCompanies: [] }
  )
  const alarms = invoiceAlarms(invoice).filter(({ code }) => /due|paid|kind/.test(code))
  return { ...invoice, due: invoice.fields.amountDue.value, codes: alarms.map(({ code }) => code), alarms }
}
