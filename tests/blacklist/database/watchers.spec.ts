import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { approveCost } from '#app/legal/actions/move_cost'
import { affectedCosts, sweepListedCosts } from '#app/legal/actions/sweep_listed_costs'
import { makeListed } from '#tests/factories/blacklist'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeCost, makeLegalStage, makeOpenProcedure } from '#tests/factories/legal'
import { approverOf } from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'
import { csvStatement, importBytes } from '#tests/factories/statements'

const hitsOf = async (entryId: number) =>
  (
    await rows<{ point: string; outcome: string }>(
      `select point, outcome from iban_blacklist_hits where entry_id = :entryId order by id`,
      { entryId }
    )
  ).map(({ point, outcome }) => `${point} ${outcome}`)

const mailsAbout = (bankAccountId: number) =>
  rows<{ to: string; body: string }>(
    `select "to", body from outgoing_mails where object_type = 'bank_account' and object_id = :bankAccountId`,
    { bankAccountId }
  )

test.group('A statement with a listed account', () => {
  test('that was paid is told at once to who can call the bank; one that paid is only noted', async ({
    assert,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const [paid, received] = [await makeListed(person), await makeListed(person)]
    const [first, second] = [
      await makeBankAccount(siteId, makeIban()),
      await makeBankAccount((await makeSite()).siteId, makeIban()),
    ]
    await importBytes(
      first,
      csvStatement([
        { on: '02/03/2026', cents: -50_000, text: 'Transferencia emitida', iban: paid.value },
        { on: '02/03/2026', cents: -700, text: 'Comisión' },
        { on: '03/03/2026', cents: -900, text: 'Otra', iban: makeIban() },
      ])
    )
    await importBytes(
      second,
      csvStatement([{ on: '02/03/2026', cents: 12_000, text: 'Abono', iban: received.value }])
    )

    assert.deepEqual(await hitsOf(paid.id), ['statement_line.outgoing warned'])
    assert.deepEqual(await hitsOf(received.id), ['statement_line.incoming warned'])
    const told = await mailsAbout(first)
    assert.isTrue(told.some(({ body }) => body.includes(`acabada en ${paid.value.slice(-4)}`)))
    assert.isFalse(told.some(({ body }) => body.includes('900')))
    assert.deepEqual(await mailsAbout(second), [])
    const events = await rows<{ objectId: number; event: string }>(
      `select object_id, event from audit_events where object_type = 'bank_account' and object_id = any(:ids::bigint[]) and event like '%_listed' order by id`,
      { ids: [first, second] }
    )
    assert.deepEqual(
      events.map(({ objectId, event }) => [objectId, event]),
      [
        [first, 'bank_statement.paid_listed'],
        [second, 'bank_statement.received_listed'],
      ]
    )
  })

  test('the same file once more tells nothing again', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const { id, value } = await makeListed(person)
    const account = await makeBankAccount(siteId, makeIban())
    const movement = { on: '02/03/2026', cents: -50_000, text: 'Transferencia', iban: value }
    await importBytes(account, csvStatement([movement]))
    await importBytes(account, csvStatement([movement, { on: '04/03/2026', cents: -100, text: 'Cuota' }]))
    assert.lengthOf(await hitsOf(id), 1)
  })
})

test.group('A legal cost without a payment', () => {
  test('to an account that is listed is in the impact and in the sweep, once, and is not approved', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const iban = makeIban()
    const costId = await makeCost(stage, procedureId, {
      concept: 'court_fee',
      payeeName: 'Perito judicial',
      payeeIban: iban,
      expenseCode: await expenseCodeOf(stage.siteId),
    })
    const affected = await affectedCosts(iban, [stage.siteId])
    assert.deepEqual(
      affected.map(({ kind, href }) => [kind, href]),
      [['Coste legal', `/legal_procedure/${procedureId}/edit?tab=costs`]]
    )
    assert.deepEqual(await affectedCosts(iban, []), [])

    const { report } = await makeListed(stage.person, { value: iban })
    assert.match(report, /1 costes legales/)
    await sweepListedCosts([], stage.person.actor)
    const events = await rows(
      `select 1 as found from audit_events where object_type = 'legal_procedure' and object_id = :procedureId and event = 'legal_cost.blacklisted'`,
      { procedureId }
    )
    assert.lengthOf(events, 1)
    await assert.rejects(
      () => approveCost({ procedureId, costId }, approverOf(stage).actor),
      /está en la lista negra/
    )
    const { status } = await oneRow<{ status: string }>(
      `select status from legal_procedure_costs where id = :costId`,
      { costId }
    )
    assert.equal(status, 'planned')
  })

  test('of a confidential procedure says no more than that there is one', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage, { confidential: true })
    const iban = makeIban()
    await makeCost(stage, procedureId, {
      concept: 'court_fee',
      payeeName: 'Perito judicial',
      payeeIban: iban,
      expenseCode: await expenseCodeOf(stage.siteId),
    })
    const [only] = await affectedCosts(iban, [stage.siteId])
    assert.deepEqual([only?.label, only?.href], ['Procedimiento reservado', null])
  })
})

async function expenseCodeOf(siteId: number): Promise<string> {
  const { code } = await oneRow<{ code: string }>(
    `select code from ledger_accounts where site_id = :siteId and code like '623%' order by length(code) desc limit 1`,
    { siteId }
  )
  return code
}
