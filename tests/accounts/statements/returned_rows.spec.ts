import { test } from '@japa/runner'
import { readStatementFile } from '#app/accounts/statements/read_statement_file'

const wise = (rows: string[]) =>
  readStatementFile(
    new TextEncoder().encode(
      `ID,Status,Direction,"Finished on","Source fee amount","Source fee currency","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency",Reference\n${rows.join('\n')}\n`
    )
  )
const out = (id: string, state: string, amount = '77.00', reference = `F ${id}`) =>
  `${id},${state},OUT,"2026-11-06 10:12:12",0.75,EUR,"Nosotros SL",${amount},EUR,"Vendor Ltd",${amount},EUR,"${reference}"`
const incoming = (id: string, name: string, amount: string, reference: string) =>
  `${id},COMPLETED,IN,"2026-11-08 08:00:00",0.00,EUR,"${name}",${amount},EUR,"Nosotros SL",${amount},EUR,"${reference}"`

test.group('Movimientos cuyo dinero volvió', () => {
  test('«{$self}» is not imported, and is shown with its sign and its words')
    .with([
      'REFUNDED',
      'FUNDS_REFUNDED',
      'funds refunded',
      'charged_back',
      'CHARGEBACK',
      'reversed',
      'bounced_back',
      'Devuelto',
      'Devuelta',
      'Reembolsado',
      'RETURNED',
      'Retrocedido',
      'Erstattet',
      'Zurückgebucht',
      'Remboursé',
      'Rimborsato',
      'Estornado',
      'Terugbetaald',
    ])
    .run(async ({ assert }, state) => {
      const { statements } = await wise([out('T1', 'COMPLETED', '250.00'), out('T2', state)])

      assert.deepEqual(
        statements[0]?.entries.map(({ amountMinor }) => amountMinor),
        [-25_000, -75]
      )
      assert.deepEqual(
        statements[0]?.leftOut.map((row) => [row.state, row.amount, row.text, row.bookedOn]),
        [[state, '-77.00', 'Vendor Ltd · F T2', '2026-11-06']]
      )
    })

  test('a return that the file lists as a row of its own keeps both', async ({ assert }) => {
    const { statements } = await wise([
      out('T2', 'REFUNDED', '77.00', 'F 2'),
      incoming('T3', 'Vendor Ltd', '77.00', 'F 2'),
    ])
    const other = await wise([
      out('T2', 'REFUNDED', '77.00', 'F 2'),
      incoming('T3', 'Buyer Inc', '77.00', 'F 9'),
    ])

    assert.deepEqual(
      statements[0]?.entries.map(({ amountMinor }) => amountMinor),
      [-7700, -75, 7700]
    )
    assert.deepEqual(statements[0]?.leftOut, [])
    assert.deepEqual(
      other.statements[0]?.entries.map(({ amountMinor }) => amountMinor),
      [7700]
    )
    assert.equal(other.statements[0]?.leftOut.length, 1)
  })

  test('a row that the running balance counts is in the account', async ({ assert }) => {
    const { statements } = await readStatementFile(
      new TextEncoder().encode(
        'Date,Description,Amount,Balance,Status\n2026-11-02,In,100.00,100.00,COMPLETED\n2026-11-03,Out,-20.00,80.00,REFUNDED\n2026-11-04,Back,20.00,100.00,COMPLETED\n'
      )
    )

    assert.deepEqual(
      statements[0]?.entries.map(({ amountMinor }) => amountMinor),
      [10_000, -2000, 2000]
    )
  })

  test('of what came back in part nobody is sure', async ({ assert }) => {
    const { statements } = await wise([out('T1', 'COMPLETED', '250.00'), out('T2', 'PARTIALLY_REFUNDED')])

    assert.deepEqual(
      statements[0]?.issues.map(({ code }) => code),
      ['unknown_status']
    )
  })
})
