import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { approveAsListed } from '#app/invoices/approval/approve_as_listed'
import { approveInvoice } from '#app/invoices/approval/approve_invoice'
import { markDuplicate, moveInvoice, turnDownInvoice } from '#app/invoices/approval/move_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { justifyAlarms } from '#app/invoices/auditing/justify_alarms'
import { bookDirectly } from '#app/invoices/booking/book_directly'
import { bookInvoice, unbookInvoice } from '#app/invoices/booking/book_invoice'
import { changeProvider } from '#app/invoices/editing/reassign_invoice'
import { cancelReading } from '#app/invoices/intake/cancel_reading'
import { rereadInvoice } from '#app/invoices/intake/reread_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { matchProvider } from '#app/invoices/queries/match_parties'
import {
  type InvoiceStatus,
  type InvoiceTransition,
  invoiceWorkflow,
} from '#app/invoices/workflows/invoice_workflow'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { makeProvider } from '#tests/factories/documents'
import {
  approve,
  booked,
  entryOf,
  form,
  type InvoiceStage,
  makeInvoiceStage,
  reviewed,
  submitted,
} from '#tests/factories/invoice_stage'
import type { Person } from '#tests/factories/people'
import { agreeDirectBooking } from '#tests/factories/second_person'

const REASON = 'Porque así debe ser'

type Step = (id: number, who: Person, stage: InvoiceStage) => Promise<unknown>

/** How people make each transition; those that only the machine makes have no step. */
const STEPS: Partial<Record<InvoiceTransition, Step>> = {
  analyse: (id, { actor }) => rereadInvoice(id, 'FR', actor),
  fail_analysis: (id, { actor }) => cancelReading(id, actor),
  complete_by_hand: (id, { actor }) => moveInvoice(id, 'complete_by_hand', null, actor),
  submit: (id, { actor }) => submitInvoice(id, actor),
  book_directly: (id, { actor }) => bookDirectly(id, actor),
  approve: async (id, { actor }) =>
    approveInvoice({
      invoiceId: id,
      shownFingerprint: await invoiceFingerprint(id),
      justifications: REASON,
      actor,
    }),
  return: (id, { actor }) => turnDownInvoice(id, 'return', REASON, actor),
  reject: (id, { actor }) => turnDownInvoice(id, 'reject', REASON, actor),
  book: (id, { actor }) => bookInvoice(id, actor),
  dispute: (id, { actor }) => moveInvoice(id, 'dispute', REASON, actor),
  resolve_booked: (id, { actor }) => moveInvoice(id, 'resolve', REASON, actor),
  resolve_approved: (id, { actor }) => moveInvoice(id, 'resolve', REASON, actor),
  unbook: (id, { actor }) => unbookInvoice(id, REASON, actor),
  mark_duplicate: async (id, { actor }, stage) => markDuplicate(id, await reviewed(stage), actor),
  recover: (id, { actor }) => moveInvoice(id, 'recover', null, actor),
  cancel: (id, { actor }) => moveInvoice(id, 'cancel', REASON, actor),
}

/** Puts an invoice into a state without the steps that lead there, as only the owner of the tables can. */
async function putInto(id: number, status: InvoiceStatus): Promise<void> {
  await db.connection('owner').transaction(async (trx) => {
    await trx.rawQuery(`alter table invoices disable trigger user`)
    await trx.rawQuery(`update invoices set status = ? where id = ?`, [status, id])
    await trx.rawQuery(`alter table invoices enable trigger user`)
  })
}

/** The document it came as, so that it could be read again. */
async function giveFile(id: number): Promise<void> {
  await execute(
    `with f as (insert into files (disk, storage_key, name, mime, size_bytes, sha256)
        values ('fs', 'x/' || gen_random_uuid(), 'a.pdf', 'application/pdf', 1, encode(sha256(gen_random_uuid()::text::bytea), 'hex')) returning id, sha256)
     insert into invoice_files (invoice_id, file_id, kind, sha256) select :id, id, 'original', sha256 from f`,
    { id }
  )
}

/** All that a step could leave behind. */
const tracesOf = (id: number) =>
  oneRow<Record<string, unknown>>(
    `select to_jsonb(i) as invoice, (select count(*) from invoice_action_logs where invoice_id = :id) as logs,
            (select count(*) from audit_events where object_type = 'invoice' and object_id = :id) as events,
            (select count(*) from approval_decisions where document_type = 'invoice' and document_id = :id) as decisions,
            (select count(*) from journal_entries where source_type = 'invoice' and source_id = :id) as entries
       from invoices i where i.id = :id`,
    { id }
  )

const STATES = Object.keys(invoiceWorkflow.states) as InvoiceStatus[]
// Booked needs its entry: it is reached by the way.
const PLACED = STATES.filter((state) => state !== 'booked')

test.group('No step of an invoice can be skipped', () => {
  for (const state of PLACED) {
    test(`from «${invoiceWorkflow.label(state)}» nothing is done that does not start there`, async ({
      assert,
    }) => {
      const stage = await makeInvoiceStage()
      const id = await reviewed(stage)
      await giveFile(id)
      await putInto(id, state)
      const before = await tracesOf(id)

      for (const [transition, step] of Object.entries(STEPS)) {
        if (invoiceWorkflow.can(state, transition as InvoiceTransition)) continue
        // A dispute is ended by one action, which knows where it began.
        if (transition.startsWith('resolve') && state === 'disputed') continue
        const refusal = await step(id, stage.senior, stage).then(
          () => null,
          (error: unknown) => error
        )
        assert.isTrue(isDomainError(refusal), `${transition} from ${state}: ${refusal}`)
        assert.deepEqual(await tracesOf(id), before, `${transition} from ${state} left something behind`)
      }
    })
  }

  test('from «Contabilizada» neither', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await booked(stage)
    await giveFile(id)
    const before = await tracesOf(id)

    for (const [transition, step] of Object.entries(STEPS)) {
      if (invoiceWorkflow.can('booked', transition as InvoiceTransition)) continue
      const refusal = await step(id, stage.senior, stage).then(
        () => null,
        (error: unknown) => error
      )
      assert.isTrue(isDomainError(refusal), `${transition} from booked: ${refusal}`)
    }
    assert.deepEqual(await tracesOf(id), before)
  })
})

test.group('Booking without approvals', () => {
  const allow = (stage: InvoiceStage, limit: number) => agreeDirectBooking(stage.siteId, limit)

  test('what the company lets through is booked straight from review', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await allow(stage, 20_000)
    const id = await reviewed(stage)

    await bookDirectly(id, stage.senior.actor)

    const invoice = await Invoice.findOrFail(id)
    assert.equal(invoice.status, 'booked')
    assert.equal(invoice.outstandingMinor, 12_100)
    assert.deepEqual(await entryOf(id), [
      ['628', 10_000],
      ['472', 2_100],
      ['400', -12_100],
    ])
  })

  test('one cent above the limit, or any open alarm, needs approvals', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await allow(stage, 12_099)
    const id = await reviewed(stage)
    await assert.rejects(() => bookDirectly(id, stage.senior.actor), /hasta 120,99/)
    await allow(stage, 12_100)
    await execute(
      `insert into invoice_alarms (invoice_id, rule_code, fingerprint, severity, message) values (:id, 'Z9', 'x', 'info', 'Ojo')`,
      { id }
    )

    await assert.rejects(
      () => execute(`update invoices set status = 'booked', required_approvals = 0 where id = :id`, { id }),
      /invoice_not_direct|booked/
    )
  })

  test('without a limit nothing is booked so', async ({ assert }) => {
    const stage = await makeInvoiceStage()

    await assert.rejects(async () => bookDirectly(await reviewed(stage), stage.senior.actor), /no permite/)
  })
})

test.group('Disputes', () => {
  test('an approved invoice whose month is closed can be disputed and goes back to approved', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    await execute(
      `insert into period_locks (site_id, month, scope) select site_id, month::date, 'all' from invoices,
          generate_series(date_trunc('month', issued_on), date_trunc('month', now()) + interval '1 month', interval '1 month') month where id = :id`,
      { id }
    )
    await approve(id, stage.approver)
    assert.equal((await Invoice.findOrFail(id)).status, 'approved')

    await moveInvoice(id, 'dispute', REASON, stage.accountant.actor)
    assert.equal((await Invoice.findOrFail(id)).status, 'disputed')
    await moveInvoice(id, 'resolve', REASON, stage.senior.actor)

    assert.equal((await Invoice.findOrFail(id)).status, 'approved')
  })
})

test.group('Reassigning what is booked', () => {
  test('it is taken out of the books and has to be approved again', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await booked(stage)
    const other = await makeProvider(stage.senior)

    await changeProvider({
      ...(await form(id, stage.senior)),
      providerId: other.id,
      reason: 'Era de otra empresa',
    })

    const invoice = await Invoice.findOrFail(id)
    assert.equal(invoice.providerId, other.id)
    assert.equal(invoice.status, 'pending_approval')
    assert.isNull(invoice.journalEntryId)
    const { open } = await oneRow<{ open: number }>(
      `select count(*)::int as open from approval_decisions where document_type = 'invoice' and document_id = :id and revoked_at is null`,
      { id }
    )
    assert.equal(open, 0)
  })

  test('taking an invoice from its supplier needs a reason', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const other = await makeProvider(stage.senior)

    await assert.rejects(
      async () => changeProvider({ ...(await form(id, stage.accountant)), providerId: other.id }),
      /Indique el motivo/
    )
  })

  test('what is to be remembered finds the supplier of the next document', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const other = await makeProvider(stage.senior)
    const name = `Rótulos Nunca Vistos ${Date.now()}`
    await execute(`update invoices set reading = :reading where id = :id`, {
      id,
      reading: JSON.stringify({ fields: { providerName: { value: name }, providerTaxId: { value: null } } }),
    })
    assert.isNull(await matchProvider({ taxId: null, iban: null, name }))

    await changeProvider({
      ...(await form(id, stage.accountant)),
      providerId: other.id,
      reason: 'Es su nombre comercial',
      remember: true,
    })

    assert.equal(await matchProvider({ taxId: null, iban: null, name }), other.id)
  })
})

test.group('Approving from the list', () => {
  test('it approves what the list showed, and nothing that changed since or has alarms', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const [id, changed] = [await submitted(stage), await submitted(stage, { totalMinor: 98_010 })]
    const version = async (of: number) => (await Invoice.findOrFail(of)).lockVersion
    const { actor } = stage.approver
    await execute(`update invoice_alarms set status = 'resolved' where invoice_id = any(:ids::bigint[])`, {
      ids: [id, changed],
    })
    await execute(`update invoices set open_alarms = 0 where id = any(:ids::bigint[])`, {
      ids: [id, changed],
    })

    await assert.rejects(
      async () => approveAsListed({ invoiceId: changed, lockVersion: (await version(changed)) - 1, actor }),
      /ha cambiado/
    )
    await approveAsListed({ invoiceId: id, lockVersion: await version(id), actor })

    assert.equal((await Invoice.findOrFail(id)).status, 'booked')
  })

  test('every open alarm is justified, and the justification closes it in the name of the approver', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    await execute(`update invoice_alarms set status = 'resolved' where invoice_id = :id`, { id })
    const [plain, locked] = [await makeAlarm(id, 'Z9'), await makeAlarm(id, 'B1')]
    const { actor } = stage.approver
    const justify = (justifications: { alarmId: number; text: string }[]) =>
      inTransaction((trx) => justifyAlarms({ invoiceId: id, justifications, actor }, trx))

    await assert.rejects(
      () => justify([{ alarmId: plain, text: 'Comprobado por teléfono' }]),
      /Justifique cada alarma/
    )
    await assert.rejects(
      () =>
        justify([
          { alarmId: plain, text: 'Corto' },
          { alarmId: locked, text: 'Se verificará antes de pagar' },
        ]),
      /al menos 10 caracteres/
    )
    await justify([
      { alarmId: plain, text: 'Comprobado por teléfono' },
      { alarmId: locked, text: 'Se verificará antes de pagar' },
    ])

    assert.deepEqual(
      await rows(
        `select rule_code, status, reason, resolved_by from invoice_alarms where id = any(:ids::bigint[]) order by rule_code desc`,
        { ids: [plain, locked] }
      ),
      [
        {
          ruleCode: 'Z9',
          status: 'resolved',
          reason: 'Comprobado por teléfono',
          resolvedBy: stage.approver.id,
        },
        { ruleCode: 'B1', status: 'open', reason: null, resolvedBy: null },
      ]
    )
  })
})

const makeAlarm = async (invoiceId: number, ruleCode: string): Promise<number> =>
  (
    await oneRow<{ id: number }>(
      `insert into invoice_alarms (invoice_id, rule_code, fingerprint, severity, message) values (:invoiceId, :ruleCode, :ruleCode || 'x', 'warning', 'Ojo') returning id`,
      { invoiceId, ruleCode }
    )
  ).id
