import { test } from '@japa/runner'
import type { Role } from '#app/identity/roles'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { databaseRefusal } from '#app/web/database_refusals'
import { makeAccount, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'

let sequence = 0

async function makeBook() {
  const { siteId } = await makeSite()
  const [debit, credit] = [await makeAccount(siteId, '628'), await makeAccount(siteId, '410')]
  const post = (postedOn: string, createdBy: number | null = null) =>
    inTransaction((trx) =>
      postEntry(
        {
          siteId,
          postedOn: calendarDate(postedOn),
          journal: 'diversos',
          kind: 'test.limits',
          idempotencyKey: `limits:${process.pid}:${sequence++}`,
          description: 'Asiento cualquiera',
          createdBy,
          lines: [
            { accountId: debit, amountMinor: 100 },
            { accountId: credit, amountMinor: -100 },
          ],
        },
        trx
      )
    )
  return { siteId, debit, credit, post }
}

test.group('A year closed provisionally', () => {
  const cases: [Role, boolean][] = [
    ['s1st3ma', true],
    ['superC0ntab1l1dad', true],
    ['aprobador', false],
    ['c0ntab1l1dad', false],
  ]
  for (const [role, may] of cases) {
    test(`${role} ${may ? 'still posts' : 'posts no more'} in it`, async ({ assert }) => {
      const { siteId, post } = await makeBook()
      const person = await makeUser(role)
      await execute(
        `update fiscal_years set status = 'soft_closed' where site_id = :siteId and code = '2025'`,
        {
          siteId,
        }
      )

      const posting = () => post('2025-05-05', person.id)

      if (may) assert.equal((await posting()).entryNo, 1)
      else await assert.rejects(posting, /cierre provisional/)
      assert.equal((await post('2026-05-05', person.id)).repeated, false)
    })
  }

  test('what no person posts waits for one', async ({ assert }) => {
    const { siteId, post } = await makeBook()
    await execute(
      `update fiscal_years set status = 'soft_closed' where site_id = :siteId and code = '2025'`,
      {
        siteId,
      }
    )

    await assert.rejects(() => post('2025-05-05'), /cierre provisional/)
  })
})

test.group('The life of a company', () => {
  test('nothing is posted before it starts nor after it ends', async ({ assert }) => {
    const { siteId, post } = await makeBook()
    await execute(`update sites set started_on = '2025-03-10', closed_on = '2026-02-20' where id = :siteId`, {
      siteId,
    })

    await assert.rejects(() => post('2025-03-09'), /Fecha contable fuera de rango/)
    await assert.rejects(() => post('2026-02-21'), /Fecha contable fuera de rango/)
    await post('2025-03-10')
    assert.equal((await post('2026-02-20')).repeated, false)
  })

  test('it does not shrink below its entries', async ({ assert }) => {
    const { siteId, post } = await makeBook()
    await post('2025-03-10')

    const shrinking = await execute(`update sites set started_on = '2025-03-11' where id = :siteId`, {
      siteId,
    }).catch((error: unknown) => error)

    assert.equal(databaseRefusal(shrinking)?.message, 'La empresa tiene asientos fuera de esas fechas.')
  })
})

test.group('A refusal of the book', () => {
  test('it names the account that takes no lines', async ({ assert }) => {
    const { debit, post } = await makeBook()
    await execute(`update ledger_accounts set active = false where id = :debit`, { debit })

    await assert.rejects(() => post('2025-03-10'), /^La cuenta 628\d{5} no admite apuntes\.$/)
  })

  test('it says by how much an entry does not balance', async ({ assert }) => {
    const { siteId, debit, credit } = await makeBook()
    const crooked = {
      siteId,
      postedOn: '2025-03-10',
      journal: 'diversos',
      kind: 'test.limits',
      idempotencyKey: `limits:${process.pid}:${sequence++}`,
      description: 'Descuadrado',
      lines: [
        { accountId: debit, amountMinor: 125_050 },
        { accountId: credit, amountMinor: -50 },
      ],
    }

    const refused = await inTransaction((trx) =>
      execute(`select ledger_post(:draft::jsonb)`, { draft: JSON.stringify(crooked) }, trx)
    ).catch((error: unknown) => error)

    assert.equal(
      databaseRefusal(refused)?.message,
      `El asiento no cuadra (diferencia ${formatAmount(125_000, 'EUR')}).`
    )
  })
})
