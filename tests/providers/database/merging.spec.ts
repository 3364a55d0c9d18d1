import { test } from '@japa/runner'
import { unbookInvoice } from '#app/invoices/booking/book_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { matchProvider } from '#app/invoices/queries/match_parties'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { mergeProviders } from '#app/providers/actions/merge_providers'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'
import { previewMerge } from '#app/providers/queries/preview_merge'
import { makeSite } from '#tests/factories/books'
import { makeContract } from '#tests/factories/contracts'
import { makeInvoice, makeProvider, type TestProvider } from '#tests/factories/documents'
import {
  approve,
  booked,
  type InvoiceStage,
  makeInvoiceStage,
  submitted,
} from '#tests/factories/invoice_stage'
import { makeUser, type Person } from '#tests/factories/people'
import { makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'
import { makeProfile } from '#tests/profiles/profile_stage'

type Pair = { source: TestProvider; target: TestProvider; actor: Person['actor'] }
const why = { reason: 'Es el mismo proveedor', isConfirmed: true, scope: 'all' as const }

const merge = ({ source, target, actor }: Pair, more: Partial<Parameters<typeof mergeProviders>[0]> = {}) =>
  mergeProviders({ sourceId: source.id, targetId: target.id, ...why, ...more }, actor)

async function makePair(): Promise<{ stage: InvoiceStage; pair: Pair }> {
  const stage = await makeInvoiceStage()
  const target = await makeProvider(stage.senior)
  return { stage, pair: { source: stage.provider, target, actor: (await makeUser('s1st3ma')).actor } }
}

/** What the books of all companies say is owed to a supplier, in cents. */
async function owedTo(providerId: number): Promise<number> {
  const { owed } = await oneRow<{ owed: number }>(
    `select coalesce(-sum(b.balance_minor), 0)::bigint as owed from ledger_accounts a join account_balances b on b.account_id = a.id where a.subledger = 'provider' and a.subledger_id = :providerId`,
    { providerId }
  )
  return owed
}

const openOf = (providerId: number) =>
  rows<{ documentId: number; openMinor: number }>(
    `select l.document_id, o.open_minor from open_items o join journal_lines l on l.id = o.journal_line_id join ledger_accounts a on a.id = o.account_id
      where a.subledger = 'provider' and a.subledger_id = :providerId order by l.document_id`,
    { providerId }
  )

async function violations(): Promise<unknown[]> {
  return [...(await checkInvariants()), ...(await checkDerived())].filter(
    ({ violations: count }) => count > 0
  )
}

test.group('Merging suppliers', () => {
  test('everything of the first becomes the second’s, and what is owed is owed to it', async ({ assert }) => {
    const { stage, pair } = await makePair()
    const { source, target } = pair
    const [debt, waiting] = [await booked(stage), await submitted(stage)]
    const contract = await makeContract({ providerId: source.id, siteIds: [stage.siteId] })
    const profile = await makeProfile(stage.senior, { name: `Propio ${source.id}`, providerId: source.id })
    const before = await owedTo(source.id)

    await merge(pair)

    assert.equal(before, 12_100)
    assert.deepEqual([await owedTo(source.id), await owedTo(target.id)], [0, 12_100])
    assert.deepEqual(await openOf(target.id), [{ documentId: debt, openMinor: -12_100 }])
    assert.deepEqual(await openOf(source.id), [])
    for (const [table, id] of [
      ['invoices', debt],
      ['invoices', waiting],
      ['provider_contracts', contract.id],
      ['expense_profiles', profile],
    ] as const)
      assert.deepEqual(
        await oneRow(`select provider_id from ${table} where id = :id`, { id }),
        { providerId: target.id },
        table
      )
    assert.deepEqual(
      await oneRow(`select status, active, merged_into_id from providers where id = :id`, { id: source.id }),
      { status: 'merged', active: false, mergedIntoId: target.id }
    )
    assert.deepEqual(
      await rows(
        `select event, object_id, reason from audit_events where object_type = 'provider' and event in ('provider.merged', 'provider.absorbed') and object_id in (:source, :target) order by event`,
        { source: source.id, target: target.id }
      ),
      [
        { event: 'provider.absorbed', objectId: target.id, reason: why.reason },
        { event: 'provider.merged', objectId: source.id, reason: why.reason },
      ]
    )
    assert.deepEqual(await violations(), [])
  })

  test('a debt that was carried over is paid to the other, and can be taken out of the books again', async ({
    assert,
  }) => {
    const treasury = await makeTreasury()
    const [paid, unbooked] = [
      await makeBookedInvoice(treasury, 'FU-1'),
      await makeBookedInvoice(treasury, 'FU-2', 24_200),
    ]
    const target = await makeProvider(treasury.person)
    const { actor } = await makeUser('s1st3ma')
    await merge({ source: treasury.provider, target, actor })

    await makeSentOrder({ ...treasury, provider: target }, paid.id)
    assert.deepEqual([await owedTo(treasury.provider.id), await owedTo(target.id)], [0, 24_200])

    await unbookInvoice(unbooked.id, 'Estaba mal contabilizada', treasury.person.actor)
    assert.deepEqual([await owedTo(treasury.provider.id), await owedTo(target.id)], [0, 0])
    assert.equal((await Invoice.findOrFail(unbooked.id)).status, 'pending_review')
    assert.deepEqual(await violations(), [])
  })

  test('whoever merges does not verify the account that came over, and nothing is paid to it before', async ({
    assert,
  }) => {
    const { pair } = await makePair()
    const { source, target, actor } = pair
    const other = await makeUser('superC0ntab1l1dad')

    await merge(pair)

    const key = { providerId: target.id, bankId: source.bankId }
    const moved = await oneRow<{ verification: string; isDefault: boolean }>(
      `select verification, is_default from provider_banks where id = :id and provider_id = :providerId`,
      { id: source.bankId, providerId: target.id }
    )
    assert.deepEqual(moved, { verification: 'unverified', isDefault: false })
    await assert.rejects(() => verifyBank(key, 'phone_call', actor), /quien fusionó/)
    await assert.rejects(() =>
      execute(
        `update provider_banks set verification = 'verified', verified_by = :userId, verified_at = now() where id = :id`,
        { id: source.bankId, userId: actor.userId }
      )
    )
    await verifyBank(key, 'phone_call', other.actor)
  })

  test('an account that both have stays the other’s, verified as it was', async ({ assert }) => {
    const { stage, pair } = await makePair()
    const { source, target } = pair
    await addBank(
      { providerId: source.id, iban: target.iban, holderName: 'Suministros de prueba', isConfirmed: true },
      stage.accountant.actor
    )
    const debt = await booked(stage)

    await merge(pair)

    assert.deepEqual(
      await rows(
        `select id, verification, disabled_at is null as in_use from provider_banks where provider_id = :id order by id`,
        { id: target.id }
      ),
      [
        { id: source.bankId, verification: 'unverified', inUse: true },
        { id: target.bankId, verification: 'verified', inUse: true },
      ].sort((a, b) => a.id - b.id)
    )
    assert.equal((await Invoice.findOrFail(debt)).providerBankId, source.bankId)
  })

  test('what was approved and not booked is approved anew, and not by who merged', async ({ assert }) => {
    const { stage, pair } = await makePair()
    const waiting = await submitted(stage)
    const shown = await invoiceFingerprint(waiting)

    await merge({ ...pair, actor: stage.approver.actor })

    assert.notEqual(await invoiceFingerprint(waiting), shown)
    await assert.rejects(() => approve(waiting, stage.approver))
    await approve(waiting, stage.second)
    assert.equal((await Invoice.findOrFail(waiting)).status, 'booked')
    assert.deepEqual(await violations(), [])
  })

  test('what stands against it is said, and nothing moves', async ({ assert }) => {
    const { stage, pair } = await makePair()
    const { source, target } = pair
    const elsewhere = await makeSite()
    await booked(stage, { number: 'IGUAL-1' })
    const twin = { ...stage, provider: target }
    await booked(twin, { number: 'igual/0001' })

    await assert.rejects(() => merge(pair), /Los dos tienen la factura IGUAL-1/)
    await assert.rejects(() => merge({ ...pair, target: source }), /consigo mismo/)
    await assert.rejects(
      () => merge(pair, { scope: [elsewhere.siteId] }),
      /empresas a las que usted no accede/
    )
    await assert.rejects(() => merge(pair, { isConfirmed: false }), /Los NIF no coinciden/)
    await assert.rejects(() => merge(pair, { reason: '' }), /Indique el motivo/)
    const preview = await previewMerge({ sourceId: source.id, targetId: target.id }, 'all')
    assert.deepEqual(preview.obstacles.length, 1)
    assert.deepInclude(preview.moves, { label: 'factura', count: 1 })
    assert.deepEqual(
      preview.balances.map(({ balance }) => balance.minor),
      [12_100]
    )
    assert.deepEqual(await oneRow(`select status from providers where id = :id`, { id: source.id }), {
      status: 'active',
    })
  })

  test('a supplier with a payment on its way is not merged', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'FU-3')
    const order = await makeSentOrder(treasury, invoice.id)
    const target = await makeProvider(treasury.person)
    const { actor } = await makeUser('s1st3ma')

    await assert.rejects(() => merge({ source: treasury.provider, target, actor }), new RegExp(order.number))
  })

  test('the first is only the way to the second: its tax id leads there, and nobody changes it', async ({
    assert,
  }) => {
    const { stage, pair } = await makePair()
    const { source, target } = pair
    const { taxId } = await oneRow<{ taxId: string }>(`select tax_id::text from providers where id = :id`, {
      id: source.id,
    })
    const third = await makeProvider(stage.senior)

    await merge(pair)
    assert.equal(await matchProvider({ taxId, iban: null, name: null }), target.id)
    await merge({ ...pair, source: target, target: third })

    assert.equal(await matchProvider({ taxId, iban: null, name: null }), third.id)
    for (const change of [
      `status = 'active', active = true, merged_into_id = null`,
      `legal_name = 'Otro nombre'`,
    ])
      await assert.rejects(() => execute(`update providers set ${change} where id = :id`, { id: source.id }))
    await assert.rejects(() => merge(pair), /ya está fusionado/)
  })

  test('the database refuses a merge that leaves an invoice behind', async ({ assert }) => {
    const { stage, pair } = await makePair()
    await makeInvoice({ siteId: stage.siteId, providerId: pair.source.id, creator: stage.accountant })

    await assert.rejects(() =>
      execute(
        `update providers set status = 'merged', active = false, merged_into_id = :target where id = :source`,
        {
          source: pair.source.id,
          target: pair.target.id,
        }
      )
    )
  })
})
