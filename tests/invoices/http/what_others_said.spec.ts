import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import User from '#app/identity/models/user'
import { markDuplicate, moveInvoice, turnDownInvoice } from '#app/invoices/approval/move_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { resolveAlarm } from '#app/invoices/auditing/resolve_alarm'
import { bookInvoice, unbookInvoice } from '#app/invoices/booking/book_invoice'
import { changeHeader, changeNumber } from '#app/invoices/editing/edit_invoice'
import { execute, oneRow } from '#app/kernel/database/sql'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { makeInvoice } from '#tests/factories/documents'
import {
  booked,
  form,
  type InvoiceStage,
  makeInvoiceStage,
  reviewed,
  submitted,
} from '#tests/factories/invoice_stage'
import { approverOf, makePaymentStage } from '#tests/factories/payments'
import { makeUser, type Person } from '#tests/factories/people'
import { approveByHand } from '#tests/factories/sent_payments'
import { signedIn } from '#tests/factories/sign_in'

type TurnedDown = { how: string; by: string | null; at: string; reason: string | null }
type Judged = { message: string; verdict: string; by: string; at: string; reason: string | null }
type Page = { turnedDown: TurnedDown | null; judged: Judged[] }
type Row = {
  id: number
  turnedDown: { label: string; tone: string; detail: string } | null
  said: { label: string; tone: string; detail: string }[]
}
type List = { invoices: { rows: Row[]; counters: Record<string, number> } }
type Start = {
  returned: { id: number; by: string | null; reason: string | null; how: string }[]
  waiting: { kind: string; id: number; note: string | null }[]
}

const REASON = 'El importe no es el del presupuesto aceptado'

test.group('An invoice that was sent back', () => {
  test('says so to its reviewer, with who and why, until it is sent again', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    await reviewed(stage)
    const reviewer = await makeUser('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const { list, show, start } = await pagesOf(client, reviewer)

    await turnDownInvoice(id, 'return', REASON, stage.approver.actor)

    const by = await nameOf(stage.approver.id)
    const { turnedDown } = await show(id)
    assert.containsSubset(turnedDown, { how: 'return', by, reason: REASON })
    const { rows, counters } = (await list('tab=returned')).invoices
    assert.deepEqual(
      rows.map((row) => row.id),
      [id]
    )
    assert.equal(counters.returned, 1)
    assert.deepEqual(rows[0]?.turnedDown, { label: 'Devuelta', tone: 'amber', detail: `${by}: ${REASON}` })
    assert.containsSubset((await start()).returned, [{ id, by, reason: REASON, how: 'return' }])

    await submitInvoice(id, stage.accountant.actor)

    assert.isNull((await show(id)).turnedDown)
    assert.equal((await list('tab=returned')).invoices.counters.returned, 0)
    assert.deepEqual((await start()).returned, [])
  })

  test('still says so while it is being corrected', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    await turnDownInvoice(id, 'return', REASON, stage.approver.actor)
    await changeNumber({ ...(await form(id, stage.accountant)), invoiceNumber: 'CORR-1' })
    const { show } = await pagesOf(client, await makeUser('c0ntab1l1dad', { siteIds: [stage.siteId] }))

    assert.equal((await show(id)).turnedDown?.reason, REASON)
  })

  test('taken out of the books or refused says so as well', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const [unbooked, rejected] = [await booked(stage), await submitted(stage)]
    const { show, list, start } = await pagesOf(
      client,
      await makeUser('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    )

    await unbookInvoice(unbooked, 'Se contabilizó en otra empresa', stage.senior.actor)
    await turnDownInvoice(rejected, 'reject', REASON, stage.approver.actor)

    assert.containsSubset((await show(unbooked)).turnedDown, {
      how: 'unbook',
      reason: 'Se contabilizó en otra empresa',
    })
    assert.containsSubset((await show(rejected)).turnedDown, { how: 'reject', reason: REASON })
    const { rows } = (await list(`site_ids[]=${stage.siteId}`)).invoices
    assert.equal(rows.find((row) => row.id === rejected)?.turnedDown?.label, 'Rechazada')
    assert.deepEqual(
      (await start()).returned.map((item) => item.id),
      [unbooked]
    )

    await moveInvoice(rejected, 'recover', null, stage.senior.actor)

    assert.containsSubset((await show(rejected)).turnedDown, { how: 'reject', reason: REASON })
    assert.deepEqual(
      (await start()).returned.map((item) => item.id).toSorted((a, b) => a - b),
      [unbooked, rejected].toSorted((a, b) => a - b)
    )
  })
})

test.group('A copy that somebody judged', () => {
  test('is seen by who approves: what was found, what was said of it and by whom', async ({
    assert,
    client,
  }) => {
    const stage = await makeInvoiceStage()
    await booked(stage, { number: 'LK-10852' })
    const id = await reviewed(stage, { number: 'LK-I08S2' })
    await judge(stage, id, 'false_positive')
    await submitInvoice(id, stage.accountant.actor)
    const { list, show } = await pagesOf(client, stage.approver)

    const by = await nameOf(stage.senior.id)
    const [judged] = (await show(id)).judged
    assert.containsSubset(judged, { verdict: 'Falsa alarma', by, reason: 'Son dos entregas distintas' })
    assert.include(judged?.message ?? '', 'duplicada de')
    const { rows } = (await list(`tab=approval&site_ids[]=${stage.siteId}`)).invoices
    assert.deepEqual(rows.find((row) => row.id === id)?.said, [
      { label: 'Copia descartada', tone: 'amber', detail: `${by}: Son dos entregas distintas` },
    ])
    const everything = await waitingForApproval(await User.findOrFail(stage.approver.id), 'all', {
      itemsMax: 10_000,
    })
    const waiting = everything.find((item) => item.kind === 'invoice' && item.id === id)
    assert.equal(waiting?.note, `Copia descartada · ${by}: Son dos entregas distintas`)
  })

  test('marked as one is told on both invoices', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const original = await submitted(stage, { number: 'MK-1' })
    const copy = await reviewed(stage, { number: 'MK-1' })

    await markDuplicate(copy, original, stage.accountant.actor)

    const { show, list } = await pagesOf(client, stage.approver)
    const by = await nameOf(stage.accountant.id)
    const references = await Promise.all([original, copy].map(referenceOf))
    const [onOriginal] = (await show(original)).judged
    assert.containsSubset(onOriginal, { verdict: 'Copia apartada', by })
    assert.include(onOriginal?.message ?? '', references[1] as string)
    const [onCopy] = (await show(copy)).judged
    assert.containsSubset(onCopy, { verdict: 'Copia apartada', by })
    assert.include(onCopy?.message ?? '', references[0] as string)
    const { rows } = (await list(`tab=approval&site_ids[]=${stage.siteId}`)).invoices
    assert.equal(rows.find((row) => row.id === original)?.said[0]?.label, 'Copia apartada')
  })

  test('of a company that the reader does not work with is not named', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const foreign = await makeInvoiceStage()
    const other = await reviewed({ ...foreign, provider: stage.provider }, { number: 'NK-1' })
    const original = await submitted(stage, { number: 'NK-1' })
    await markDuplicate(other, original, stage.senior.actor)
    const approver = await makeUser('aprobador', { siteIds: [stage.siteId] })

    const { show } = await pagesOf(client, approver)

    const told = JSON.stringify((await show(original)).judged)
    assert.notInclude(told, await referenceOf(other))
    assert.include(told, 'otra empresa')
  })
})

type Client = {
  get: (path: string) => {
    withSession: (session: never) => { withInertia: () => Promise<{ inertiaProps: unknown }> }
  }
}

/** What somebody is given of the list, of an invoice, and of the start page. */
const WHY = 'El proveedor confirma por teléfono que ya es la factura'

/** A document that was read as a quote, and that the accountant takes for an invoice. */
async function takenForInvoice(
  stage: { siteId: number; provider: { id: number } },
  by: Person,
  number: string
) {
  const id = await makeInvoice({ siteId: stage.siteId, providerId: stage.provider.id, creator: by, number })
  await execute(`update invoices set doc_type = 'quote' where id = :id`, { id })
  await changeHeader({ ...(await form(id, by)), docType: 'invoice', kindReason: WHY })
  return id
}

const TAKEN = 'Se leyó como un presupuesto: dado por factura'

test.group('A document that somebody took for an invoice', () => {
  test('says so in the list, on the page and where it waits, with who and why', async ({
    assert,
    client,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await takenForInvoice(stage, stage.accountant, 'TK-1')
    await submitInvoice(id, stage.accountant.actor)
    const { list, show } = await pagesOf(client, stage.approver)

    const by = await nameOf(stage.accountant.id)
    const { rows } = (await list(`tab=approval&site_ids[]=${stage.siteId}`)).invoices
    assert.deepEqual(rows.find((row) => row.id === id)?.said, [
      { label: TAKEN, tone: 'amber', detail: `${by}: ${WHY}` },
    ])
    assert.containsSubset((await show(id)).judged, [{ verdict: 'Dado por factura', by, reason: WHY }])
    const everything = await waitingForApproval(await User.findOrFail(stage.approver.id), 'all', {
      itemsMax: 10_000,
    })
    assert.equal(
      everything.find((item) => item.kind === 'invoice' && item.id === id)?.note,
      `${TAKEN} · ${by}: ${WHY}`
    )
  })

  test('is told to who approves its payment too, in the list and on the page; and so is a copy', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const id = await takenForInvoice(stage, stage.creator, 'TK-2')
    await approveByHand(id)
    await bookInvoice(id, SYSTEM)
    const order = await createOrder({ invoiceId: id }, stage.creator.actor)
    await bufferOrder(order.id, stage.creator.actor)
    const session = (await signedIn(approverOf(stage))) as never
    const get = async (path: string) =>
      (await (client as never as Client).get(path).withSession(session).withInertia()).inertiaProps

    const text = `${TAKEN} · ${await nameOf(stage.creator.id)}: ${WHY}`
    const { orders } = (await get(`/paysuppliers?tab=buffer&site_ids[]=${stage.siteId}`)) as {
      orders: { rows: { id: number; notices: string[] }[] }
    }
    assert.include(orders.rows.find((row) => row.id === order.id)?.notices, text)
    const { checks } = (await get(`/payment-orders/${order.id}`)) as {
      checks: { level: string; message: string }[]
    }
    assert.containsSubset(checks, [{ level: 'warning', message: text }])
  })

  test('the database asks for who says so', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(`update invoices set doc_type = 'quote' where id = :id`, { id })

    await assert.rejects(
      () =>
        execute(`update invoices set doc_type = 'invoice', kind_reason = 'Lo es, seguro' where id = :id`, {
          id,
        }),
      /kind_without_reason/
    )
  })
})

async function pagesOf(client: unknown, person: { id: number }) {
  const session = (await signedIn(person as never)) as never
  const get = async (path: string) =>
    (await (client as Client).get(path).withSession(session).withInertia()).inertiaProps
  return {
    list: async (query: string) => (await get(`/invoices?${query}`)) as List,
    show: async (id: number) => (await get(`/invoices/${id}`)) as Page,
    start: async () => (await get('/')) as Start,
  }
}

const nameOf = async (id: number) =>
  (await oneRow<{ name: string }>(`select name from users where id = :id`, { id })).name
const referenceOf = async (id: number) =>
  (await oneRow<{ reference: string }>(`select reference from invoices where id = :id`, { id })).reference

async function judge(
  { senior }: InvoiceStage,
  invoiceId: number,
  outcome: 'resolved' | 'false_positive'
): Promise<void> {
  const { alarmId } = await oneRow<{ alarmId: number }>(
    `select id as alarm_id from invoice_alarms where invoice_id = :invoiceId and rule_code = 'D3' and status = 'open'`,
    { invoiceId }
  )
  await resolveAlarm({
    invoiceId,
    alarmId,
    outcome,
    reason: 'Son dos entregas distintas',
    actor: senior.actor,
    role: 'superC0ntab1l1dad',
  })
}
