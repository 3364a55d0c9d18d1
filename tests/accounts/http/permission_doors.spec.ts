import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, oneRow, row, rows } from '#app/kernel/database/sql'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import {
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  releaseOne,
  sendOne,
  settleOne,
} from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes } from '#tests/factories/statements'

type Right = 'can_view' | 'can_pay' | 'can_reconcile'

const deny = (accountId: number, userId: number, right: Right) =>
  execute(
    `insert into bank_account_permissions (bank_account_id, user_id, ${right}) values (:accountId, :userId, false)`,
    { accountId, userId }
  )
const read = (client: ApiClient, session: SessionData, url: string) =>
  client.get(url).withSession(session).withInertia()
const write = (
  client: ApiClient,
  session: SessionData,
  [method, url]: ['post' | 'put' | 'delete', string],
  form: Record<string, unknown> = {}
) => client[method](url).withSession(session).withCsrfToken().json(form).redirects(0)
const rights = (view: boolean, pay: boolean, reconcile: boolean) => ({
  can_view: view,
  can_pay: pay,
  can_reconcile: reconcile,
  reason: 'Reparto de cuentas',
})
const refusal = (response: ApiResponse) =>
  String(
    (response.flashMessage('inputErrorsBag') as Record<string, string[]> | undefined)?.form ??
      response.flashMessage('error')
  )

/** An account with a draft, an order at the bank and a paid one, movements and a mayor. */
async function makeStage() {
  const stage = await makePaymentStage()
  const draft = await makeDraftOrder(stage, 'F-1')
  const { order: released, batchId } = await releaseOne(
    stage,
    (await makeApprovedOrder(stage, 'F-2', 9_900)).id
  )
  await importBytes(stage.accountId, csvStatement([{ on: '2026-04-09', cents: -500, text: 'COMISION' }]))
  const { ledgerAccountId } = await oneRow<{ ledgerAccountId: number }>(
    `select ledger_account_id from bank_accounts where id = :id`,
    { id: stage.accountId }
  )
  return { ...stage, draft, released, batchId, ledgerAccountId }
}

type Stage = Awaited<ReturnType<typeof makeStage>>

/** Every door that opens on an account, its movements, its mayor or its payments. */
const doors = ({ accountId, draft, released, batchId, ledgerAccountId }: Stage): string[] => [
  ...['data', 'movements', 'ledger', 'statements', 'permissions', 'history'].map(
    (tab) => `/accounts/${accountId}/edit?tab=${tab}`
  ),
  `/accounts/${accountId}/reconcile`,
  `/accounts/${accountId}/statements/create`,
  `/accounts/plan/${ledgerAccountId}/ledger`,
  `/payment-orders/${draft.id}`,
  `/payment-orders/${released.id}`,
  `/payment-batches/${batchId}`,
  `/payment-batches/${batchId}/file`,
]

/** Every act on an account or on its payments. */
const acts = ({
  accountId,
  draft,
  batchId,
}: Stage): ['post' | 'put' | 'delete', string, Record<string, unknown>?][] => [
  ['put', `/accounts/${accountId}`],
  ['delete', `/accounts/${accountId}`],
  ['put', `/accounts/${accountId}/status`, { transition: 'pause', reason: 'Prueba' }],
  ['put', `/accounts/${accountId}/permissions/1`, rights(true, true, true)],
  ['put', `/accounts/${accountId}/profile`, { bank_profile_id: 1 }],
  ['post', `/accounts/${accountId}/statements`, { file_id: 1 }],
  ['delete', `/payment-orders/${draft.id}`, { reason: 'Prueba' }],
  ['post', '/paysuppliers/buffer', { ids: [draft.id], order_ids: [draft.id] }],
  ['post', `/payment-batches/${batchId}/sending`],
]

test.group('Permissions on one account: doors', () => {
  test('who may not see an account finds none of its doors; another person and s1st3ma find them all', async ({
    assert,
    client,
  }) => {
    const stage = await makeStage()
    const [narrowed, free, system] = [
      await makeSignedIn('superC0ntab1l1dad'),
      await makeSignedIn('superC0ntab1l1dad'),
      await makeSignedIn('s1st3ma'),
    ]
    await deny(stage.accountId, narrowed.person.id, 'can_view')
    await deny(stage.accountId, system.person.id, 'can_view')
    const statuses = async (session: SessionData) => {
      const found: Record<string, number> = {}
      for (const url of doors(stage)) found[url] = (await read(client, session, url)).status()
      return found
    }
    const all = (status: number) => Object.fromEntries(doors(stage).map((url) => [url, status]))

    assert.deepEqual(await statuses(narrowed.session), all(404))
    assert.deepEqual(await statuses(free.session), all(200))
    assert.deepEqual(await statuses(system.session), all(200))
    for (const [method, url, form] of acts(stage))
      assert.equal((await write(client, narrowed.session, [method, url], form)).status(), 404, url)
  }).timeout(180_000)

  test('its figures, rows and payments are in no list, count, picker or export of theirs', async ({
    assert,
    client,
  }) => {
    const stage = await makeStage()
    const other = await makeSite()
    const seen = await makeBankAccount(other.siteId)
    const { person, session } = await makeSignedIn('superC0ntab1l1dad', {
      siteIds: [stage.siteId, other.siteId],
    })
    const props = async (url: string) =>
      (await read(client, session, url)).inertiaProps as Record<string, unknown>
    const look = async () => {
      const index = await props('/accounts')
      const dashboard = JSON.stringify(await props('/'))
      const csv = await client.get('/accounts?export=csv').withSession(session)
      const history = await props('/historypay')
      return {
        accounts: (index.accounts as { rows: { id: number }[] }).rows.map(({ id }) => id),
        companies: (index.companies as { id: number }[]).length,
        exported: csv.text().trim().split('\r\n').length - 1,
        drafts: ((await props('/paysuppliers?tab=draft').then(({ orders }) => orders)) as { total: number })
          .total,
        counted: ((await props('/paysuppliers?tab=draft')).orders as { counters: Record<string, number> })
          .counters.draft,
        batches: ((await props('/payment-batches')).batches as { total: number }).total,
        options: (history.accounts as { value: string }[]).map(({ value }) => Number(value)),
        isOnDashboard: dashboard.includes(`/accounts/${stage.accountId}/`),
      }
    }

    const before = await look()
    await deny(stage.accountId, person.id, 'can_view')
    const after = await look()

    assert.sameMembers(before.accounts, [stage.accountId, seen])
    assert.deepInclude(before, { companies: 2, exported: 2, drafts: 1, counted: 1, batches: 1 })
    assert.includeMembers(before.options, [stage.accountId])
    assert.deepEqual(after, {
      accounts: [seen],
      companies: 1,
      exported: 1,
      drafts: 0,
      counted: 0,
      batches: 0,
      options: [seen],
      isOnDashboard: false,
    })
  }).timeout(180_000)

  test('a paid payment of an account that one may not see is not in the history', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const order = await sendOne(stage, (await makeApprovedOrder(stage, 'F-9')).id)
    await settleOne(stage, order.id)
    const { person, session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    const look = async () => {
      const page = await read(client, session, '/historypay')
      const { payments } = page.inertiaProps as { payments: { total: number } }
      const shown = await read(client, session, `/historypay/${order.id}`)
      const report = await read(client, session, `/sites/${stage.siteId}/report`)
      const { balances } = (report.inertiaProps as { report: { balances: unknown[] } }).report
      return [payments.total, shown.status(), balances.length]
    }

    const before = await look()
    await deny(stage.accountId, person.id, 'can_view')

    assert.deepEqual(before, [1, 200, 1])
    assert.deepEqual(await look(), [0, 404, 0])
  })

  test('who may see but not pay reads its payments, and neither makes one from it nor takes its file', async ({
    assert,
    client,
  }) => {
    const stage = await makeStage()
    const { person, session } = await makeSignedIn('superC0ntab1l1dad')
    await deny(stage.accountId, person.id, 'can_pay')
    const invoice = await makeBookedInvoice(stage, 'F-3', 5_000)

    const shown = await read(client, session, `/payment-batches/${stage.batchId}`)
    const file = await read(client, session, `/payment-batches/${stage.batchId}/file`)

    assert.deepEqual([shown.status(), file.status()], [200, 403])
    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id }, person.actor),
      /no tiene una cuenta activa en EUR desde la que pueda pagar/
    )
    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id, debtorAccountId: stage.accountId }, person.actor),
      /No tiene permiso para pagar desde la cuenta de cargo/
    )
    const other = await createOrder({ invoiceId: invoice.id }, stage.creator.actor)
    assert.equal(other.debtorAccountId, stage.accountId)
  })

  test('who may not see an account cannot name it as the one to be charged', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { person } = await makeSignedIn('c0ntab1l1dad')
    await deny(stage.accountId, person.id, 'can_view')
    const invoice = await makeBookedInvoice(stage, 'F-3', 5_000)

    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id, debtorAccountId: stage.accountId }, person.actor),
      /La cuenta de origen no pertenece a la empresa/
    )
  })
})

test.group('Permissions on one account: who gives them', () => {
  test('senior accounting narrows somebody, with its reason on record, and gives the role back', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const clerk = await makeSignedIn('c0ntab1l1dad')
    const url = `/accounts/${id}/permissions/${clerk.person.id}`

    await write(client, session, ['put', url], rights(false, true, true))
    const kept = await row<Record<string, boolean>>(
      `select can_view, can_pay, can_reconcile from bank_account_permissions where bank_account_id = :id`,
      { id }
    )
    const narrowed = await read(client, clerk.session, `/accounts/${id}/edit`)
    await write(client, session, ['put', url], rights(true, true, true))
    const again = await read(client, clerk.session, `/accounts/${id}/edit`)

    assert.deepEqual(kept, { canView: false, canPay: false, canReconcile: false })
    assert.deepEqual([narrowed.status(), again.status()], [404, 200])
    assert.isNull(
      await row(`select 1 as found from bank_account_permissions where bank_account_id = :id`, { id })
    )
    const events = await rows<{ event: string; diff: object; reason: string }>(
      `select event, diff, reason from audit_events where object_type = 'bank_account' and object_id = :id and event = 'bank_account.permission_changed' order by id`,
      { id }
    )
    assert.deepEqual(
      events.map(({ diff }) => diff),
      [
        { canView: [true, false], canPay: [true, false], canReconcile: [true, false] },
        { canView: [false, true], canPay: [false, true], canReconcile: [false, true] },
      ]
    )
    assert.match(events[0]?.reason ?? '', /Persona .*: Reparto de cuentas/)
  })

  test('nobody gives themselves a right, not even in the database; s1st3ma is never narrowed', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const senior = await makeSignedIn('superC0ntab1l1dad')
    const system = await makeSignedIn('s1st3ma')
    await deny(id, senior.person.id, 'can_pay')
    const to = (userId: number): ['put', string] => ['put', `/accounts/${id}/permissions/${userId}`]

    const own = await write(client, senior.session, to(senior.person.id), rights(true, true, true))
    const system1 = await write(client, senior.session, to(system.person.id), rights(false, false, false))
    await write(client, system.session, to(senior.person.id), rights(true, true, false))

    assert.match(refusal(own), /No puede cambiar sus propios permisos/)
    assert.match(refusal(system1), /s1st3ma ve siempre todas las cuentas/)
    assert.deepEqual(
      await row(
        `select can_pay, can_reconcile, granted_by from bank_account_permissions where bank_account_id = :id`,
        {
          id,
        }
      ),
      { canPay: true, canReconcile: false, grantedBy: system.person.id }
    )
    await assert.rejects(
      () =>
        execute(`update bank_account_permissions set granted_by = user_id where bank_account_id = :id`, {
          id,
        }),
      /bank_account_permissions_by_another/
    )
  })

  test('approvers read who may do what and change nothing; accounting does not read it', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const [approver, clerk] = [await makeSignedIn('aprobador'), await makeSignedIn('c0ntab1l1dad')]
    // The first of the many people that other tests made.
    await execute(`update users set name = 'Aaron ' || name where id = :id`, { id: approver.person.id })
    const tab = `/accounts/${id}/edit?tab=permissions`

    const shown = await read(client, approver.session, tab)
    const hidden = await read(client, clerk.session, tab)
    const changed = await write(
      client,
      approver.session,
      ['put', `/accounts/${id}/permissions/${clerk.person.id}`],
      rights(true, false, true)
    )

    const { permissions, canGrant } = shown.inertiaProps as {
      permissions: { userId: number; canReconcile: boolean | null; canChange: boolean }[]
      canGrant: boolean
    }
    const own = permissions.find(({ userId }) => userId === approver.person.id)
    assert.deepInclude(own, { canReconcile: null, canChange: false })
    assert.isFalse(canGrant)
    assert.isNull((hidden.inertiaProps as { permissions: unknown }).permissions)
    assert.equal(changed.flashMessage('error'), 'No tiene permisos para realizar esta acción.')
  })
})
