import { test } from '@japa/runner'
import { readDocument } from '#app/reading/read_document'
import { ublFile } from '#tests/factories/e_invoices'
import { footRow, readFoot } from '#tests/reading/printed_foot'

test.group('La última suma de una factura', () => {
  test('what «{$self}» keeps back is not to be paid yet')
    .with([
      'Retención en garantía 5% s/ base',
      'Retención garantía 5 % s/base imponible',
      'Ret. garantía (5% sobre B.I.)',
      'Retención de garantía 5% hasta 10/03/2027',
      'Retención buena ejecución 5 % s/ B.I.',
      'Garantía retenida 5%',
      '5% retención garantía',
      'Sicherheitseinbehalt 5 % vom Netto',
      'Less retention 5% of net',
      'Retenue de garantie 5 % sur HT',
      'Fondo de garantía 5% s/ 1.000,00',
      'Fondo de reparo 5 %',
      'Retención para reparos 5 %',
      'Fondo di garanzia 5 %',
      'Trattenuta a garanzia 5 %',
      'Retenção para boa execução 5 %',
      'Berme eskusa 5 %',
      'Haftrücklass 5 %',
      'Aval retenido',
    ])
    .run(({ assert }, words) => {
      for (const final of ['TOTAL A PAGAR', 'LÍQUIDO A PERCIBIR', 'NETO A COBRAR EN EUROS', 'TOTAL']) {
        const { due, deductions, codes } = readFoot([footRow(words, '-50,00'), footRow(final, '1.160,00')])

        assert.deepEqual([due, codes], [116_000, []], final)
        assert.deepInclude(deductions?.[0] ?? {}, { kind: 'retention', amount: 5_000 }, final)
      }
    })

  test('a sum with a minus under the total is never passed over, whatever it is called', ({ assert }) => {
    for (const words of ['Bonificación por volumen', 'Ajuste s/ acuerdo', 'Zuschuss Projekt', 'Kuponea']) {
      const { due, codes } = readFoot([footRow(words, '-60,50')])

      assert.deepEqual([due, codes], [121_000, ['amount_due_doubtful']], words)
    }
    const goods = readFoot([footRow('Alquiler grupo E', '1.200,00'), footRow('Descuento tarifa', '-36,00')])
    assert.deepEqual(goods.codes, [])
  })

  test('«{$self}» is deducted from what is to be paid')
    .with([
      'Fianza entregada',
      'Entrega a cuenta',
      'Anticipo factura A-12',
      'Anticipo fra. A-12 de 01/02/2026',
      'Señal',
      'Señal entregada 01/02/2026',
      'Depósito',
      'Depósito en garantía entregado',
      'Provisión de fondos',
      'Ya abonado',
      'Pagado a cuenta',
      'A deducir',
      'A deducir anticipo',
      'Acompte',
      'Acompte versé le 01/02/2026',
      'Anzahlung',
      'bereits gezahlt',
      'abzgl. Anzahlung vom 01.02.2026',
      'Less deposit',
      'Già versato',
      'Adiantamento',
      'Sinal',
      'Importe ya satisfecho',
      'Reserva pagada',
      'Paid to date',
      'Payments received',
      'Cobros anteriores',
      'A descontar anticipos',
      'Menos anticipos facturados',
      'Aanbetaling',
      'Pagos realizados',
      'Bestreta',
      'Acconto versato',
      'Down payment',
      'Prepayment',
      'Entregas anteriores',
    ])
    .run(({ assert }, words) => {
      for (const final of ['Total a abonar', 'Importe pendiente', 'TOTAL']) {
        const { due, deductions, codes } = readFoot([footRow(words, '-500,00'), footRow(final, '710,00')])

        assert.deepEqual([due, deductions?.length, codes], [71_000, 1, []], final)
      }
    })

  test('«{$self}» below the total without a reason is what is due, and raises an alarm')
    .with([
      'LÍQUIDO A PERCIBIR',
      'Líquido total a percibir',
      'Importe líquido a percibir (EUR)',
      'Total a pagar',
      'Net à payer',
      'Zahlbetrag',
      'Amount due',
      'Balance due',
      'Netto a pagare',
      'Valor a pagar',
      'A pagar',
      'Importe pendiente',
      'Pendiente de pago',
      'Resta por pagar',
      'Saldo pendiente',
      'Importe que debe abonar',
      'Queda por abonar',
      'Total que resta pagar',
      'Noch zu zahlen',
      'Restbetrag',
      'Reste à payer',
      'Da pagare',
      'Residuo da pagare',
      'Te betalen',
      'Total amount payable now',
      'TOTAL',
      'Please pay',
      'Importe a transferir',
      'Importe a domiciliar',
      'Pendent de pagament',
      'Import a pagar',
      'Importe del cargo en cuenta',
      'Falta por pagar',
      'Überweisungsbetrag',
      'Em dívida',
      'Remaining balance to be paid',
      'Rest to pay',
      'Fälliger Betrag',
      'Solde dû',
    ])
    .run(({ assert }, words) => {
      for (const sum of ['1.160', '1.160,00']) {
        const { due, alarms } = readFoot([footRow(words, sum)])

        assert.equal(due, 116_000)
        assert.deepEqual(
          alarms.map(({ code }) => code),
          ['amount_due_unexplained']
        )
        assert.match(alarms[0]?.message ?? '', /1\.160,00.*1\.210,00/)
      }
    })

  test('«{0}» of {1} asks for nothing else than the total')
    .with([
      ['Saldo anterior', '300,00'],
      ['Saldo anterior pendiente', '300,00'],
      ['Pagado', '0,00'],
      ['Importe a pagar antes del 10/04/2026', '1.210,00'],
      ['Total horas', '300,00'],
      ['Total IVA', '210,00'],
      ['Total base imponible', '1.000,00'],
      ['Recargo por demora si no se paga', '40,00'],
      ['Interés por impago', '40,00'],
      ['Facturas pendientes de pago anteriores', '300,00'],
      ['Gastos de devolución a pagar', '15,00'],
      ['Su ahorro total', '50,00'],
      ['Importe mínimo a pagar', '60,00'],
      ['Capital social', '3.000,00'],
      ['Total unidades', '12,00'],
      ['Descuento por pronto pago 2 % si paga en 10 días', '24,20'],
      ['A pagar antes del 20/03/2026 con 2 % de descuento', '1.185,80'],
      ['Zahlbar bis 20.03. mit 2% Skonto', '1.185,80'],
      ['Cuota a pagar mensual', '50,00'],
      ['Incluye depósito de envases', '5,00'],
    ])
    .run(({ assert }, [words = '', sum = '']) => {
      const { due, deductions, codes } = readFoot([footRow(words, sum)])

      assert.deepEqual([due, deductions, codes], [121_000, undefined, []])
    })

  test(
    'what is taken off as «{$self}» is for a person to tell, also where it is as much as the VAT or the base'
  )
    .with([
      'Compensación AB-3',
      'Saldo a su favor',
      'Saldo a favor anterior',
      'Vale descuento',
      'Pago a la firma del contrato',
      'Your credit balance',
      'Abono AB-3',
      'Guthaben',
      'Monedero',
    ])
    .run(({ assert }, words) => {
      for (const sum of ['-210,00', '-1.000,00', '-300,00']) {
        const { due, codes } = readFoot([footRow(words, sum)])

        assert.isTrue(due === 121_000 - Number(sum.replace(/\D/g, '')) || codes.length > 0, `${words} ${sum}`)
      }
    })

  test('payments under a heading that says they were made are taken off')
    .with(['Historial de pagos', 'Pagos recibidos', 'Payments received', 'Erhaltene Zahlungen'])
    .run(({ assert }, heading) => {
      const { due, deductions } = readFoot([
        `   ${heading}`,
        footRow('01/02/2026 Ingreso en cuenta', '300,00'),
      ])

      assert.deepEqual([due, deductions], [91_000, [{ kind: 'paid', amount: 30_000 }]])
    })

  test(
    'payments under «{$self}» may be a plan: they are for a person to tell unless what they leave is printed'
  )
    .with(['PAGOS', 'Payments', 'Zahlungen', 'Règlements', 'Cobros'])
    .run(({ assert }, heading) => {
      const rows = [
        `   ${heading}`,
        footRow('01/02/2026 Transferencia', '300,00'),
        footRow('05/02/2026 Tarjeta', '910,00'),
      ]
      const all = readFoot(rows)
      const some = readFoot([...rows.slice(0, 2), footRow('Pendiente', '910,00')])

      assert.deepEqual([all.due, all.codes], [121_000, ['amount_due_doubtful']])
      assert.deepEqual([some.due, some.codes], [91_000, []])
    })

  test('what «{0}» tells of another invoice, an offer or a part is not taken off')
    .with([
      ['Último pago recibido 10/02/2026: 800,00 €', 121_000],
      ['Last payment received 10/02/2026: 800.00', 121_000],
      [`${footRow('Factura anterior', '800,00')}\n${footRow('Pagado', '-800,00')}`, 121_000],
      [
        `${footRow('Saldo anterior', '300,00')}\n${footRow('Su pago', '-300,00')}\n${footRow('Total a pagar', '1.210,00')}`,
        121_000,
      ],
      [
        `${footRow('Early payment discount', '-24.20')}\n${footRow('If paid by 20/03/2026', '1,185.80')}`,
        121_000,
      ],
      [footRow('Bezahlt innerhalb 10 Tagen', '1.185,80'), 121_000],
      ['Ya ha pagado 300,00 € en concepto de reserva, queda por abonar 910,00 €', 91_000],
      ['Bestreta de 300,00 € rebuda, resten 910,00 € per pagar', 91_000],
      [`${footRow('50 % a la firma (pagado)', '605,00')}\n${footRow('50 % a la entrega', '605,00')}`, 60_500],
    ] as const)
    .run(({ assert }, [foot, wanted]) => {
      const { due, codes } = readFoot(foot.split('\n').map((row) => `   ${row}`))

      assert.deepEqual([due, codes], [wanted, []])
    })

  test('the parts of a plan of payment add up to the total', ({ assert }) => {
    const plan = ['10/04/2026', '10/05/2026'].map((day) => footRow(`A pagar ${day}`, '605,00'))

    assert.deepEqual([readFoot(plan).due, readFoot(plan).codes], [121_000, []])
  })

  test('whole sums are read in the column of the others', ({ assert }) => {
    const { due, codes } = readFoot([footRow('Fianza entregada', '-500'), footRow('Total a abonar', '710')])

    assert.deepEqual([due, codes], [71_000, []])
  })

  test('what is deducted but not heeded, and more than the total, is for a person to tell', ({ assert }) => {
    const unheeded = readFoot([footRow('Anticipo', '-210,00'), footRow('Total a pagar', '1.210,00')])
    const overpaid = readFoot([footRow('Anticipo', '-1.500,00'), footRow('A su favor', '-290,00')])

    assert.deepEqual([unheeded.due, unheeded.codes], [121_000, ['amount_due_doubtful']])
    assert.deepEqual([overpaid.due, overpaid.codes], [0, ['amount_due_exceeds']])
  })

  test('a file that asks for what cannot be is due for what is left of its total', async ({ assert }) => {
    const file = ublFile({ sums: '<PrepaidAmount>-99878.00</PrepaidAmount>', payable: '99999.00' })
    const paidBack = ublFile({ sums: '<PrepaidAmount>200.00</PrepaidAmount>', payable: '-79.00' })

    const read = [await readDocument(file), await readDocument(paidBack)]

    assert.deepEqual(
      read.map(({ invoices, alarms }) => [
        invoices[0]?.fields.amountDue.value,
        alarms.map(({ code }) => code),
      ]),
      [
        [12_100, ['amount_due_exceeds']],
        [0, ['amount_due_exceeds']],
      ]
    )
    assert.match(read[0]?.alarms[0]?.message ?? '', /99\.999,00.*121,00/)
  })
})
