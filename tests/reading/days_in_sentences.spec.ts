import { test } from '@japa/runner'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string) => {
  const { issueDate, dueDate } = readPages(printedPage(text), { ownCompanies: [] }).fields
  return { issue: issueDate.value, due: dueDate.value }
}
const dated = (line: string) =>
  read(`Reformas Quintana, S.L.\nFactura nº: 77\nFecha: 02/04/2026\n\nTotal   121,00 €\n\n${line}`)

test.group('Los días de un texto seguido', () => {
  test('a sentence about paying names the day it is due: {$self}')
    .with([
      'Rogamos su ingreso en la cuenta indicada con valor 30 de abril de 2026.',
      'Pago por transferencia a ES21 2100 1748 9833 0196 7544 antes del 30 abr 2026.',
      'La cantidad restante se ingresará en nuestra cuenta hasta el 30\nde abril de 2026.',
      'Bitte begleichen Sie den Restbetrag bis 30. April 2026. Vielen Dank!',
      'Der Beitrag zu Ihrem Vertrag wird am 30. April 2026 fällig.',
      'Der Betrag wird am 30.04.2026 von Ihrem Konto abgebucht.',
      'Nous vous remercions de bien vouloir régler cette somme au plus tard le 30/04/2026.',
      'Wij verzoeken u het bedrag vóór 30-04-2026 over te maken.',
      'Terms: 30 days (30 April 2026)',
      'TOTALE DA PAGARE\n€ 121,00\nentro il 30/04/2026',
      'Forma de pago: Transferencia\n30/04/2026\na',
      'Payable jusqu’au:      30.04.2026',
      'Bitte bis zum 30.04.2026 überweisen.',
      '121.00 EUR due April 30, 2026',
      '14 Tage 2,00 % Skonto (16.04.2026), 28 Tage netto (30.04.2026)',
      'Zahlbar bis 12.04.2026 mit 2 % Skonto, bis 30.04.2026 ohne Abzug.',
    ])
    .run(({ assert }, line) => {
      assert.deepEqual(dated(line), { issue: '2026-04-02', due: '2026-04-30' })
    })

  test('a day that is not one of payment is no due date: {$self}')
    .with([
      'Próxima inspección obligatoria: RAE 39/4.117, antes del 17.09.2026. Su coste no está incluido.',
      'Saldo liquidado con la provisión de fondos entregada el 20/05/2026.',
      'Orden de adeudo directo SEPA. Firmado 22.11.2027',
      'Bezahlt am 30.04.2026 per PayPal.',
      'Zahlbar innerhalb 30 Tagen, 2 % Skonto bei Zahlung bis 12.04.2026',
    ])
    .run(({ assert }, line) => {
      assert.deepEqual(dated(line), { issue: '2026-04-02', due: null })
    })

  test('a day that can be read in one way only tells how the others are meant', ({ assert }) => {
    assert.deepEqual(read('Invoice 77\nDate: 04/02/2026\nDue date: 04/30/2026\nTotal   $ 121.00'), {
      issue: '2026-04-02',
      due: '2026-04-30',
    })
    assert.deepEqual(read('Invoice 77\nDate: 02/04/2026\nDue date: 30/04/2026\nTotal   $ 121.00'), {
      issue: '2026-04-02',
      due: '2026-04-30',
    })
  })

  test('a day whose month is named goes on behind a wide blank', ({ assert }) => {
    assert.equal(read('Factura nº: 77\nBurgos, 9  de febrero de 2026\nTotal   121,00 €').issue, '2026-02-09')
  })

  test('place and day are the day of the invoice, days of other things are not: {$self}')
    .with([
      'Zamora, 3 de julio de 2026\n\nProvisión de fondos entregada el 14/05/2026   -400,00',
      'Hamburg, 03.07.2026\n\ngemäß Mietvertrag vom 14.08.2019 berechnen wir Ihnen',
      '03.07.26\nPrivatrechnung Nr. 77\nVerordnung Dr. med. Fleischmann vom 21.05.26, ICD M54.4',
      'Erfurt, 03.07.26 08:17\nDatum      Leistung\n01.07.26   Logis           7 %   119,00\n02.07.26   Frühstück       7 %    13,30',
      'Fecha: 03/07/2026\nRectificación por sustitución de la factura 26-0377 de fecha 29/05/2026. Motivo: unidades',
      'Schlussrechnung 2026-097 vom 3. Juli 2026\nzu Angebot AN 2026-028 vom 2. Mai 2026 · Leistung erbracht 27.04.–15.05.2026',
      'Palma, 3 de julio de 2026 (servicios del 1 al 31 de mayo, s/contrato SP-2214 de 15/01/2025)',
      'Expedida en Cornellà del Terri el 3 de julio de 2026 a nombre de Campings del Ter. Presupuesto 118/25 de 3 de\nnoviembre de 2025.',
      'Fecha del documento: 27/06/2026\nFecha de la factura: 03/07/2026',
      '03.07.2026\nFramework Agreement: Master Service Agreement MSA-2024-0089 dated 15.01.2024',
      'Sevilla a 3 de julio de 2026\nServicio prestado el 12/03/2026 en Marbella',
      'Factura número 77 de fecha 03-07-26 correspondiente al periodo 01-06-26 - 30-06-26.',
      'Fecha 03-07-26\nDocumento que se rectifica: R-26914 fecha: 29-05-26',
      'Granada, a tres de julio de 2026',
    ])
    .run(({ assert }, line) => {
      assert.equal(read(`Factura nº: 77\n\n${line}\n\nTotal   121,00 €`).issue, '2026-07-03')
    })
})
