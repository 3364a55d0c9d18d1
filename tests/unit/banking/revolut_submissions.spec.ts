import { test } from '@japa/runner'
import fc from 'fast-check'
import { REQUEST_FAULTS } from '#app/connectors/stand_in/stand_in_faults'
import { NEW_PAYEE, type RevolutStage, revolutStage, revolutTransfer } from '#tests/factories/revolut'
import { carry, gatewayOf, sentOf, timesHandled, WAYS } from '#tests/factories/revolut_payments'

test.group('Payments through Revolut when the network fails', () => {
  for (const [name, way] of Object.entries(WAYS))
    for (const operation of way.operations)
      test(`${name} is made once whatever goes wrong with ${operation}`, async ({ assert, cleanup }) => {
        for (const fault of REQUEST_FAULTS) {
          const stage = await revolutStage({ cleanup })
          const transfer = await way.transfer(stage)
          stage.standIn.faults.plan(operation, fault)
          const known = await carry(stage, transfer)

          assert.include(known, { amountMinor: transfer.amountMinor, currency: transfer.currency }, fault)
          const { drafts, counterparties } = stage.standIn.state()
          assert.equal(sentOf(stage).length + drafts.length, 1, fault)
          const payees = counterparties.filter(({ accounts: [one] = [] }) => one?.iban === NEW_PAYEE.iban)
          assert.isAtMost(payees.length, 1, fault)
        }
      })

  test('a lost answer is found by look-up even when the look-up fails at first', async ({
    assert,
    cleanup,
  }) => {
    for (const fault of REQUEST_FAULTS.filter((one) => one !== 'rate_limited')) {
      const stage = await revolutStage({ cleanup })
      stage.standIn.faults.plan('pay', 'timeout_after')
      stage.standIn.faults.plan('transactions.list', fault)
      const known = await carry(stage, revolutTransfer(stage.account('EUR')))

      assert.include(known, { amountMinor: 125_000, orderNumber: 'OP-2026-000123' }, fault)
      assert.lengthOf(sentOf(stage), 1, fault)
    }
  })

  test('a payment that arrives after everybody stopped waiting is not made twice', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup }, { slowMs: 400 })
    stage.standIn.faults.plan('pay', 'slow')
    const bothCame = timesHandled(stage, 'pay', 2)
    const known = await carry(stage, revolutTransfer(stage.account('EUR')), { timeoutMs: 150 })

    await bothCame

    assert.include(known, { amountMinor: 125_000 })
    assert.lengthOf(sentOf(stage), 1)
  })

  test('a key that Revolut knows already is the payment of the first attempt', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    const transfer = revolutTransfer(stage.account('EUR'))
    const gateway = gatewayOf(stage)
    const first = await gateway.submit(transfer, 'key-00000001')
    const again = await gateway.submit(transfer, 'key-00000001')
    const other = await gatewayOf(stage).submit({ ...transfer, amountMinor: 999 }, 'key-00000001')

    assert.equal(again.kind, 'taken')
    assert.equal(again.kind === 'taken' && again.transfer.ref, first.kind === 'taken' && first.transfer.ref)
    assert.equal(other.kind, 'unknown')
    assert.lengthOf(sentOf(stage), 1)
  })

  test('two payments at once to somebody new make one counterparty', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const numbers = ['OP-2026-000301', 'OP-2026-000302']
    await Promise.all(
      numbers.map((orderNumber) =>
        carry(stage, revolutTransfer(stage.account('EUR'), { orderNumber }), { key: `key-${orderNumber}` })
      )
    )
    const { counterparties, transactions } = stage.standIn.state()

    assert.lengthOf(
      counterparties.filter(({ accounts: [one] = [] }) => one?.iban === NEW_PAYEE.iban),
      1
    )
    assert.lengthOf(transactions, 2)
  })

  test('a day of payments leaves each once whatever goes wrong, and the balance falls by their sum', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    const empty = stage.standIn.dump()
    const operations = [
      'counterparties.list',
      'counterparties.create',
      'pay',
      'transfer',
      'transactions.list',
    ]
    // How long a look-up has to wait after «too many requests» is the frame's to keep.
    const fault = fc
      .record({ operation: fc.constantFrom(...operations), fault: fc.constantFrom(...REQUEST_FAULTS) })
      .filter((one) => one.operation !== 'transactions.list' || one.fault !== 'rate_limited')
    const order = fc.record({ cents: fc.constantFrom(0, 2, 3, 6, 77), isOwn: fc.boolean() })

    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 6 }),
        fc.array(order, { minLength: 1, maxLength: 5 }),
        async (faults, orders) => {
          stage.standIn.remember(empty)
          stage.standIn.faults.clear()
          const toOwnRef = openSecondEuroAccount(stage)
          for (const one of faults) stage.standIn.faults.plan(one.operation, one.fault)
          for (const [nth, { cents, isOwn }] of orders.entries()) {
            const orderNumber = `OP-2026-00040${nth}`
            const more = { orderNumber, amountMinor: 1_000 + cents, toOwnRef: isOwn ? toOwnRef : null }
            await carry(stage, revolutTransfer(stage.account('EUR'), more), { key: `key-${orderNumber}` })
          }
          stage.pass(10)
          const { transactions, accounts } = stage.standIn.state()
          const sum = orders.reduce((total, { cents }) => total + 1_000 + cents, 0)

          assert.lengthOf(transactions, orders.length)
          assert.equal(accounts[0]?.balanceMinor, 18_450_000 - sum)
        }
      ),
      { seed: 2026, numRuns: 40 }
    )
  })
})

function openSecondEuroAccount({ standIn }: RevolutStage): string {
  const { accounts } = standIn.state()
  const [main] = accounts
  if (!main) throw new Error('There is no account')
  const id = '05018b0d-0000-4000-8000-0000000000ff'
  accounts.push({ ...main, id, name: 'Reserva', balanceMinor: 0 })
  return id
}
