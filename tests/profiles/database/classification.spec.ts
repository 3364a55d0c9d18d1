import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { classifyLines } from '#app/invoices/editing/edit_lines'
import { reclassifyHistory } from '#app/invoices/editing/reclassify_history'
import { classify, type LineToClassify } from '#app/invoices/queries/classify'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { impactOf, UNSAVED } from '#app/profiles/queries/trial'
import {
  approve,
  booked,
  form,
  type InvoiceStage,
  makeInvoiceStage,
  reviewed,
} from '#tests/factories/invoice_stage'
import { categoryId, clearProfiles, makeProfile, word } from '#tests/profiles/profile_stage'

const line = ({ provider, siteId }: InvoiceStage, concept: string): LineToClassify => ({
  providerId: provider.id,
  siteId,
  concept,
  baseMinor: 10_000,
  description: null,
  invoiceNumber: null,
  providerName: null,
  fullText: null,
})

const lineOf = (invoiceId: number) =>
  oneRow<{
    id: number
    profileId: number | null
    category: string
    matchState: string
    accountCode: string | null
  }>(
    `select l.id, l.profile_id, c.name::text as category, l.match_state, l.account_code from invoice_lines l left join categories c on c.id = l.category_id where l.invoice_id = :invoiceId`,
    { invoiceId }
  )

/** As the machine left it, with no profile. */
const unmatched = (invoiceId: number) =>
  execute(`update invoice_lines set match_state = 'none', profile_id = null where invoice_id = :invoiceId`, {
    invoiceId,
  })

test.group('Classification of invoice lines', (group) => {
  group.each.setup(async () => {
    await clearProfiles()
  })

  test('a profile, else the profile of the supplier, else its category, else nothing', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const water = await makeProfile(stage.senior)
    const fallback = await makeProfile(stage.senior, {
      name: 'Varios',
      providerId: stage.provider.id,
      categoryId: await categoryId('Limpieza'),
      minScore: 60,
      keywords: [word('fregona')],
    })
    const decide = async (concept: string) => {
      const { state, profileId, accountCode, explanation } = await classify(line(stage, concept))
      return [state, profileId, accountCode, explanation.fallback?.text.split(':')[0] ?? null]
    }

    const matched = await decide('Abastecimiento de mayo')
    const unclassified = await decide('Servicio')
    await execute(`update providers set default_category_id = :category where id = :id`, {
      id: stage.provider.id,
      category: await categoryId('Gas'),
    })
    const byCategory = await decide('Servicio')
    await execute(`update providers set default_profile_id = :fallback where id = :id`, {
      id: stage.provider.id,
      fallback,
    })
    const byProfile = await decide('Servicio')

    assert.deepEqual(matched, ['matched', water, '628', null])
    assert.deepEqual(unclassified, ['none', null, null, 'Sin clasificar'])
    assert.deepEqual(byCategory, ['none', null, '628', 'Categoría habitual del proveedor'])
    assert.deepEqual(byProfile, ['none', fallback, '629', 'Perfil por defecto del proveedor'])
  })

  test('between two that are too close nothing is chosen, and both are shown', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await makeProfile(stage.senior)
    await makeProfile(stage.senior, { name: 'Riego', keywords: [word('abastecimiento', { weight: 58 })] })

    const { state, categoryId: category, explanation } = await classify(line(stage, 'abastecimiento'))

    assert.deepEqual([state, category], ['ambiguous', null])
    assert.lengthOf(explanation.candidates, 2)
  })

  test('three confirmed lines of the supplier make a habit', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await makeProfile(stage.senior)
    const score = async () => (await classify(line(stage, 'Suministro abastecimiento'))).score
    const before = await score()
    for (const number of ['A', 'B', 'C']) {
      const invoiceId = await reviewed(stage, { number })
      await execute(
        `update invoice_lines set concept = 'Suministro abastecimiento', profile_id = :id where invoice_id = :invoiceId`,
        { id, invoiceId }
      )
      await submitInvoice(invoiceId, stage.accountant.actor)
      await approve(invoiceId, stage.approver)
    }

    assert.equal(before, 60)
    assert.equal(await score(), 70)
  })

  test('what a person chooses in place of the machine is kept as a correction', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const chosen = await makeProfile(stage.senior, { providerId: stage.provider.id })
    const id = await reviewed(stage)

    await classifyLines({ ...(await form(id, stage.accountant)), categoryId: await categoryId('Agua') })

    const corrections = await rows<{ chosenProfileId: number; textNorm: string }>(
      `select c.chosen_profile_id, c.text_norm from profile_corrections c join invoice_lines l on l.id = c.invoice_line_id where l.invoice_id = :id`,
      { id }
    )
    assert.deepEqual(corrections, [{ chosenProfileId: chosen, textNorm: 'suministro' }])
    assert.deepInclude(await lineOf(id), { profileId: chosen, matchState: 'manual', category: 'Agua' })
  })

  test('the history is classified again, but not what is booked or a person chose', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const [open, manual] = [await reviewed(stage, { number: 'A' }), await reviewed(stage, { number: 'B' })]
    await unmatched(open)
    const done = await booked(stage, { number: 'C' })
    const id = await makeProfile(stage.senior, { keywords: [word('suministro')] })

    const first = await reclassifyHistory({ siteIds: [stage.siteId], actor: SYSTEM }, async () => {})
    const again = await reclassifyHistory({ siteIds: [stage.siteId], actor: SYSTEM }, async () => {})

    assert.deepEqual(
      [first, again],
      [
        { invoices: 1, lines: 1 },
        { invoices: 0, lines: 0 },
      ]
    )
    assert.deepInclude(await lineOf(open), { profileId: id, category: 'Agua', matchState: 'matched' })
    for (const other of [manual, done])
      assert.deepInclude(await lineOf(other), { profileId: null, category: 'Electricidad' })
  })

  test('what a change would do to the last twelve months is told before it is saved', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage, { issuedOn: new Date().toISOString().slice(0, 10) })
    await reviewed(stage, { number: 'old', issuedOn: '2020-01-01' })
    const draft = {
      id: UNSAVED,
      name: 'Luz',
      providerId: stage.provider.id,
      siteIds: [],
      fields: ['concept' as const],
      priority: 100,
      minScore: 50,
      amountMinMinor: null,
      amountMaxMinor: null,
      keywords: [
        {
          id: 1,
          kind: 'include' as const,
          mode: 'word' as const,
          text: 'suministro',
          textNorm: 'suministro',
          weight: 60,
          field: null,
        },
      ],
    }

    const impact = await impactOf({ draft, isActive: true, scope: [stage.siteId] })
    const elsewhere = await impactOf({ draft, isActive: true, scope: [] })
    const none = await impactOf({ draft: { ...draft, keywords: [] }, isActive: true, scope: [stage.siteId] })

    assert.deepInclude(impact, { looked: 1, moved: 1 })
    assert.deepEqual(impact.flows, [{ before: 'Sin perfil', after: 'Luz', lines: 1, amountMinor: 10_000 }])
    assert.equal(impact.lines[0]?.line.documentId, id)
    assert.deepEqual([elsewhere.looked, none.moved], [0, 0])
  })
})
