import { test } from '@japa/runner'
import { changeNumber } from '#app/invoices/editing/edit_invoice'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { form, makeInvoiceStage, reviewed, submitted } from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'

type Shown = {
  id: number
  user: string
  action: { label: string }
  reference: string
  changes: { field: string; before: string | null; after: string | null }[]
}
type Props = { logs: { rows: Shown[]; total: number } }

test.group('Log of invoices', () => {
  test('it shows who changed what, before and after, and finds it by invoice, person, action and day', async ({
    client,
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage, { number: 'A-1' })
    await changeNumber({ ...(await form(id, stage.accountant)), invoiceNumber: 'A-2' })
    const { reference } = await oneRow<{ reference: string }>(
      `select reference from invoices where id = :id`,
      { id }
    )
    const session = await signedIn(await makeUser('s1st3ma'))
    const ask = async (query: string) => {
      const response = await client.get(`/invoice-action-logs?${query}`).withSession(session).withInertia()
      response.assertStatus(200)
      return (response.inertiaProps as Props).logs
    }

    const found = await ask(
      `q=${reference}&action[]=number_changed&user_id=${stage.accountant.id}&at_from=2026-01-01`
    )

    assert.equal(found.total, 1)
    assert.containsSubset(found.rows, [
      {
        reference,
        action: { label: 'Número corregido' },
        changes: [{ field: 'Número', before: 'A-1', after: 'A-2' }],
      },
    ])
    assert.equal((await ask(`q=${reference}&at_to=2020-01-01`)).total, 0)
    assert.equal((await ask(`q=${reference}&user_id=${stage.approver.id}`)).total, 0)
  })

  test('only the system role sees it', async ({ client, assert }) => {
    for (const role of ['aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad', 'adm1n1strat0r'] as const) {
      const session = await signedIn(await makeUser(role))
      const response = await client.get('/invoice-action-logs').withSession(session).withInertia()

      assert.equal(response.status(), 403, role)
    }
  })

  test('nobody changes or deletes an entry, in the database either', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)

    await assert.rejects(
      () => execute(`update invoice_action_logs set action = 'exported' where invoice_id = :id`, { id }),
      /append_only/
    )
  })

  test('the entries lie in the part of their month', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)

    const parts = await rows<{ part: string }>(
      `select distinct tableoid::regclass::text as part from invoice_action_logs where invoice_id = :id`,
      { id }
    )

    assert.lengthOf(parts, 1)
    assert.match(parts[0]?.part ?? '', /^invoice_log_parts\.month_\d{6}$/)
  })

  test('a month that is opened late takes its entries out of the default part', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(
      `insert into invoice_action_logs (invoice_id, actor_kind, action, at) values (:id, 'system', 'created', '2031-05-31 23:30:00+02')`,
      { id }
    )

    await execute(`select open_invoice_log_months('2031-05-01', '2031-06-01')`)

    const { part } = await oneRow<{ part: string }>(
      `select tableoid::regclass::text as part from invoice_action_logs where invoice_id = :id and at > '2031-01-01'`,
      { id }
    )
    assert.equal(part, 'invoice_log_parts.month_203105')
  })
})
