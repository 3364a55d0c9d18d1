import { test } from '@japa/runner'
import { readLegacyRows } from '#app/reports/legacy_rows'

const context = { siteIds: new Map([['hsol', 7]]), currencies: new Set(['EUR', 'USD']) }
const head = ['Fecha', 'Empresa', 'Beneficiario', 'Importe', 'Moneda', 'Concepto', 'IBAN', 'Referencia']
const table = (...rows: string[][]) => [head, ...rows].map((cells, index) => ({ line: index + 1, cells }))
const good = ['15/03/2024', 'HSOL', 'Lavandería Costa', '1.240,50', '', 'Factura 12', '', 'TR-1']

test.group('Rows of payments of before', () => {
  test('a row becomes a payment in cents on its day', ({ assert }) => {
    const { rows, errors } = readLegacyRows(table(good), context)

    assert.lengthOf(errors, 0)
    assert.containsSubset(rows[0], {
      rowNo: 2,
      paidOn: '2024-03-15',
      siteId: 7,
      payee: 'Lavandería Costa',
      amountMinor: 124_050,
      currency: 'EUR',
      kind: 'other',
      reference: 'TR-1',
    })
  })

  test('what cannot be read says its row and why, and the others go on', ({ assert }) => {
    const { rows, errors } = readLegacyRows(
      table(
        ['31/02/2024', ...good.slice(1)],
        [good[0] ?? '', 'NADIE', ...good.slice(2)],
        [...good.slice(0, 3), 'mucho', ...good.slice(4)],
        [...good.slice(0, 4), 'XXX', ...good.slice(5)],
        [...good.slice(0, 6), 'ES00', 'TR-2'],
        good
      ),
      context
    )

    assert.deepEqual(
      errors.map(({ message }) => message),
      [
        'Fila 2: la fecha «31/02/2024» no es válida.',
        'Fila 3: empresa desconocida.',
        'Fila 4: el importe «mucho» no es válido.',
        'Fila 5: la moneda «XXX» no existe.',
        'Fila 6: el IBAN «ES00» no es válido.',
      ]
    )
    assert.lengthOf(rows, 1)
  })

  test('a payroll is told by its words, whoever wrote them', ({ assert }) => {
    const { rows } = readLegacyRows(
      table(
        [...good.slice(0, 5), 'NÓMINA MARZO', '', ''],
        [...good.slice(0, 5), 'Nominal de acciones', '', '']
      ),
      context
    )

    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['payroll', 'other']
    )
  })

  test('the same payment has the same fingerprint in any order of columns', ({ assert }) => {
    const turned = [head.toReversed(), good.toReversed()].map((cells, index) => ({ line: index + 1, cells }))

    const [first, second] = [readLegacyRows(table(good), context), readLegacyRows(turned, context)]

    assert.equal(first.rows[0]?.fingerprint, second.rows[0]?.fingerprint)
  })

  test('a file without a needed column says which', ({ assert }) => {
    assert.throws(
      () =>
        readLegacyRows(
          [
            { line: 1, cells: ['Fecha', 'Importe'] },
            { line: 2, cells: ['x', 'y'] },
          ],
          context
        ),
      'Faltan columnas en la primera fila: «Empresa», «Beneficiario».'
    )
  })
})
