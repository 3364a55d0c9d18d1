import { test } from '@japa/runner'
import fc from 'fast-check'
import { readFoot } from '#tests/reading/printed_foot'

const lines = (text: string) => text.split('\n').map((line) => `   ${line}`)

test.group('Lo que dice que ya está pagado', () => {
  test('«{$self}» says that it is paid')
    .with([
      'PAGADO',
      'PAGADA',
      'PAGADO con tarjeta el 03/11/2026',
      'Factura pagada con tarjeta VISA',
      'Forma de pago: Tarjeta (pagado)',
      'Cobrado en efectivo',
      'Recibí en efectivo 03/11/2026',
      'Recibí: 03/11/2026',
      'Abonado por transferencia el 03/11/2026',
      'Paid',
      'PAID 03/11/2026',
      'Payé',
      'Payée le 03/11/2026 par carte bancaire',
      'Facture acquittée',
      'Bezahlt',
      'Bezahlt per Kreditkarte',
      'Betrag dankend erhalten',
      'Pagato',
      'Pagato con carta di credito il 03/11/2026',
      'Betaald',
      'Voldaan per iDEAL',
      'PAGADO 03 NOV 2026',
      'Estado del pago: Pagado',
      'Status: PAID',
      'Payment status: Paid',
      'Esta factura ya ha sido abonada con su tarjeta VISA',
      'Esta factura ha sido pagada',
      'Importe cobrado mediante TPV',
      'This invoice has already been paid',
      'Paid in full. Thank you!',
      'Die Rechnung wurde bereits per PayPal bezahlt',
      'Cette facture a été réglée par carte',
      'La fattura è già stata pagata',
      '***PAGADO***',
      '¡Pagado! Gracias',
      'PAGADO - Bizum',
      'Pago: tarjeta. PAGADO',
      'Cobrada por domiciliación el 05/11/2026',
      'Satisfecho por transferencia bancaria',
      'Liquidada con tarjeta',
      'Payment received - thank you',
      'Received with thanks 03/11/2026',
      'Quietanzata',
      'Saldado',
      'PAGAT',
      'Cobrat en efectiu',
      'Pagada amb targeta',
      'FACTURA PAGADA\n03/11/2026',
      'Pagado online (Stripe)',
      'Factura cobrada',
      'Rechnung bereits beglichen',
      'Factuur voldaan op 03-11-2026',
      'Pagado por transferencia',
      'Pagado con tarjeta de crédito terminada en 4412',
      'Pagado por Bizum el 12/11. No procede pago',
      'Esta factura ya está pagada',
      'Recibido mediante PayPal',
      'ABONADO 12 NOV',
      'LIQUIDADA',
      'Cobrado con tarjeta',
      'Forma de pago: al contado – pagado',
      'Pago efectuado mediante transferencia el 12/11/2026',
      'Hemos recibido su pago. Gracias',
      'Se cobró con tarjeta el 12/11',
      'Recibimos 1.210,00 € por transferencia',
      'La cantidad de 1.210,00 € ha sido pagada por Bizum',
      'Aquesta factura ja està pagada',
      'Rebut mitjançant PayPal',
      'Faktura hau ordainduta dago',
      'Bizum bidez ordaindua',
      'Esta factura xa está pagada',
      'Paid by Bizum on 12/11. No payment due',
      'Received via PayPal',
      'Payé comptant',
      'Mode de règlement : comptant – payé',
      'Reçu par PayPal',
      'Zahlungsart: Barzahlung – bezahlt',
      'Bezahlt am 12.11.',
      'Erhalten über PayPal',
      'Ricevuto tramite PayPal',
      'Pagamento: contanti – pagato',
      'Su pago con tarjeta ha sido procesado correctamente',
      'Facture soldée',
      'Recebido por PayPal',
      'Prélèvement effectué le 03/11/2026',
      'Kartenzahlung erfolgt',
      'Payment taken',
      'Direct debit collected on 03/11/2026',
      'Factura aboada',
      'Vencimiento: pagado',
      '✓ Pagado',
      '☑ Pagado ☐ Pendiente',
      '[X] Pagado   [ ] Pendiente',
      '*** P A G A D O ***',
      'P A I D',
      'No efectúe pago: ya liquidada',
      'Su factura O-7 está pagada. Gracias.',
    ])
    .run(({ assert }, text) => {
      const { due, deductions, codes } = readFoot(lines(text))

      assert.deepEqual([due, deductions, codes], [0, [{ kind: 'paid', amount: 121_000 }], []])
    })

  test('«{$self}» leaves the whole total due')
    .with([
      'Tarjeta',
      'Forma de pago: Tarjeta',
      'Pagadero a 30 días',
      'A pagar',
      'si no ha sido pagada',
      'Una vez pagada no se admiten devoluciones',
      'IVA pagado',
      'La propiedad se transmite una vez pagada la factura',
      'Si ya ha pagado, ignore este aviso',
      'Factura no pagada',
      'Pendiente de ser abonada',
      'Deberá ser abonada en 30 días',
      'Nº abonado: 123456',
      'Recibí conforme:',
      'To be paid by 10/04/2026',
      'Unpaid',
      'Not yet paid',
      'Invoices must be paid within 30 days',
      'Zahlbar sofort, noch nicht bezahlt',
      'Rechnungen sind zu bezahlen bis 10.04.2026',
      'Non payée',
      'Non pagato',
      'Suplidos pagados por cuenta del cliente',
      'Será abonada por transferencia el 10/04/2026',
      'Contado',
      'Efectivo',
      'Transferencia bancaria',
      'VISA',
      'Forma de pago: transferencia',
      'Pago con tarjeta a 30 días',
      'Las facturas pagadas fuera de plazo devengarán intereses',
      'Paid media campaign',
      'Vacaciones pagadas',
      'Payment terms: 30 days',
      'Pago',
      'Eigentumsvorbehalt bis die Rechnung vollständig bezahlt ist',
      'Hasta que la factura esté pagada la mercancía es del vendedor',
      'Será pagada por domiciliación',
      'IVA pagado en aduana',
      'Recargo si no es pagada antes del 10/04/2026',
      'Mercancía recibida conforme',
      'Pedido recibido el 01/02/2026',
      'Ware erhalten am 01.02.2026',
      'Forma de pago: Recibo domiciliado',
      'Goods received 01/02/2026',
      'Forma de pago: contado',
      'Pago en efectivo',
      'Pago: 30 días fecha factura',
      'Reserva cancelada',
      'Factura cancelada y sustituida',
      'Pagado: 0,00 €',
      'Pagado: no',
      'IMPAGADA',
      'Se abonará mediante transferencia',
      'Será pagada antes del 10/12/2026',
      'Pagado por cuenta del cliente',
      'Ordaindu gabe',
      'Der Betrag wird am 10.12. abgebucht',
      'Sera réglée par virement',
      'Sarà pagata entro 30 giorni',
      'Hilabete batean ordaindu beharko da',
      'Se compensará con su factura 44/2026',
      'La propiedad se transmite una vez\npagada la factura.',
      'La mercancía es del vendedor hasta que el importe\nesté pagado.',
      'RECIBIDO 12 NOV 2026',
      'Votre dernière facture a été réglée',
      'Pagado el ____ de ______',
      'Cobrado: ____',
      'Bezahlt am: ______',
      'Payé le …………',
      '[ ] Pagado [X] Pendiente',
      '☐ Pagado   ☒ Pendiente',
      'Pagado ☐',
      'Pagado [ ]   Pendiente [x]',
      'Facture de solde',
      'Solde',
      'Ordaindu: transferentzia bidez',
      'Die Zahlung erfolgt per Lastschrift',
      'Pagada a 30 días',
      'Paid by direct debit',
      'Paid by: bank transfer',
      'Período liquidado: 01/02/2026 - 28/02/2026',
      'Abonado nº: 44123',
      'Freight prepaid',
      'El importe será descontado de su cuenta el 10/12',
      'Der Betrag wird von Ihrem Konto eingezogen',
      'Le montant sera prélevé le 10/12/2026',
      'Será retenido de su liquidación si no se paga',
    ])
    .run(({ assert }, text) => {
      const { due, deductions, codes } = readFoot(lines(text))

      assert.deepEqual([due, deductions, codes], [121_000, undefined, []])
    })

  test('what «{$self}» says is for a person to tell')
    .with([
      'VISA **** 4412',
      'Recibí',
      'Reserva pagada en Booking el 03/11/2026',
      'Tarjeta ****4412 Aut. 123456',
      'Factura O-7 pagada el 03/11/2026',
      'Pagado a la salida con VISA',
      'Compensada con su factura 44/2026',
      'Verrechnet mit Ihrer Rechnung 44/2026',
      'Compensée avec votre facture 44/2026',
      'Offset against your invoice 44/2026',
      'No procede pago',
      'No payment required',
      'Adeudado en su cuenta el 12/11/2026',
      'Pagada parcialmente',
      'Abonada en su totalidad',
      'Liquidada con la nota de abono 12',
      'Se compensa con la factura 44/2026 de ustedes',
      'Charged to your Mastercard',
      'Thank you for your payment',
      'Pagada en el hotel',
      'Pagado por su cliente',
      'Abonado: 12/11',
      'Der Rechnungsbetrag wird in den kommenden Tagen per\nLastschrift abgebucht',
      'Prélevé le 03/11/2026 sur votre compte',
      'Pour acquit',
      'Votre carte a été débitée',
      'Reçu ce jour la somme de 1.210,00',
      'Bereits ausgeglichen',
      'Betrag bereits überwiesen',
      'Per Lastschrift eingezogen am 03.11.2026',
      'Kein Zahlungsbetrag offen',
      'Nil due',
      'Zero balance',
      'Do not remit',
      'Prepaid',
      'Prepaid by agency',
      'Fattura già regolata',
      'Importo già addebitato',
      'Nulla è dovuto',
      'Cobrouse con tarxeta',
      'Pagouse por Bizum',
      'Non hai nada que pagar',
      'Fakturaren zenbatekoa kobratu da',
      'Ez da ezer zor',
      'Es va pagar per Bizum',
      'Por favor no pague esta factura: importe retenido de su liquidación',
      'No realice ningún pago',
      'Pagado en efectivo a la entrega de material',
      'Total pendiente: ninguno',
      'Sin deuda',
      'Saldo: 0',
      'Commission already withheld from payout',
      'Deducted from your payout',
      'This amount has been deducted from your earnings',
      'Wurde von Ihrer Auszahlung abgezogen',
      'Le montant a été retenu sur votre versement',
      'Trattenuto dal suo pagamento',
      'Se ha descontado de sus ingresos por reservas',
      'Automatisch afgeschreven op 03/11/2026',
      'Débito direto efetuado em 03/11/2026',
      'Operación autorizada VISA 4412',
      'Bizum 12/11/2026',
      'Comprado y pagado en Amazon',
      'Su factura O-6 está pagada. Gracias.',
      'Cobrada por domiciliación el 05/12/2099',
    ])
    .run(({ assert }, text) => {
      const { due, codes } = readFoot(lines(text))

      assert.deepEqual([due, codes], [121_000, ['maybe_paid']])
    })

  test('in a Portuguese invoice «{$self}» says that it is paid')
    .with(['PAGO', 'Pago em 03/11/2026', 'Fatura paga', 'Pago por Multibanco'])
    .run(({ assert }, text) => {
      assert.equal(readFoot(lines(text), 'FATURA').due, 0)
    })

  test('a stamp against a remainder that is asked for is for a person to tell', ({ assert }) => {
    const { due, codes } = readFoot([
      '   Anticipo                                               -210,00',
      '   Pendiente de pago                                     1.000,00',
      '   PAGADA',
    ])

    assert.deepEqual([due, codes], [100_000, ['maybe_paid']])
  })

  test('«{$self}» asks for the whole of it: it is not paid')
    .with([
      'Estado: PENDIENTE   Pagado:   0,00 €   Pendiente:   1.210,00 €',
      'Pagos recibidos: ninguno\nSaldo pendiente                                          1.210,00\nLa factura anterior O-6 ha sido pagada',
    ])
    .run(({ assert }, text) => {
      assert.equal(readFoot(lines(text)).due, 121_000)
    })

  test('however a payment is worded, a plan, a condition or a denial before it leaves the total due', ({
    assert,
  }) => {
    fc.assert(
      fc.property(participle, way, day, fc.option(notYet, { nil: null }), (paid, by, on, before) => {
        const { due, codes } = readFoot(
          lines([before, before ? paid.toLowerCase() : paid, by, on].filter(Boolean).join(' '))
        )
        assert.deepEqual([due, codes], before ? [121_000, []] : [0, []])
      })
    )
  })

  test('a payment told with words that nobody knows is never passed over', ({ assert }) => {
    fc.assert(
      fc.property(
        participle,
        way,
        day,
        fc.constantFrom('Zutano', 'agencia', 'portal Xyz'),
        (paid, by, on, word) => {
          const { due, codes } = readFoot(lines(`${paid} ${by} ${word} ${on}`))
          assert.isTrue(due === 0 || codes.includes('maybe_paid'))
        }
      )
    )
  })
})

const participle = fc.constantFrom(
  'Pagado',
  'Pagada',
  'Cobrado',
  'Abonada',
  'Liquidada',
  'Saldada',
  'Satisfecha',
  'Recibido'
)
const way = fc.constantFrom(
  'por Bizum',
  'con tarjeta',
  'mediante PayPal',
  'por transferencia',
  'al contado',
  'en efectivo'
)
const day = fc.constantFrom('', 'el 12/11', '12 NOV', 'el 12/11/2026', 'el 12 de noviembre')
const notYet = fc.constantFrom(
  'No',
  'Si ha sido',
  'Será',
  'Una vez',
  'Cuando sea',
  'Pendiente de ser',
  'Hasta que esté'
)
