import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { reclassifyHistory } from '#app/invoices/editing/reclassify_history'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { itemTerms, makeContract } from '#tests/factories/contracts'
import {
  firstLine,
  form,
  type InvoiceStage,
  makeInvoiceStage,
  reviewed,
} from '#tests/factories/invoice_stage'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'
import { categoryId, makeProfile, word } from '#tests/profiles/profile_stage'

type Sent = { session: SessionData; invoiceId: number; path: string; body: object }

/** A call as the page makes it, against the version it shows. Gives the status and the errors by field. */
async function put(client: ApiClient, stage: InvoiceStage, { session, invoiceId, path, body }: Sent) {
  const { lockVersion } = await form(invoiceId, stage.accountant)
  const answer = await client
    .put(`/invoices/${invoiceId}/${path}`)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .accept('json')
    .json({ ...body, lock_version: lockVersion })
  const { errors = {} } = answer.body() as { errors?: Record<string, string> }
  return { status: answer.status(), errors }
}

let sequence = 0
const bill = async ({ siteId, provider, accountant }: InvoiceStage) =>
  createInvoice(
    {
      siteId,
      providerId: provider.id,
      invoiceNumber: `P-${Date.now()}-${sequence++}`,
      issuedOn: calendarDate('2026-03-10'),
      lines: [
        {
          concept: 'Servicio LAV',
          baseMinor: 12_500,
          vatCode: 'IVA21',
          withholdingCode: null,
          categoryId: await categoryId('Lavandería'),
          accountCode: '629',
        },
      ],
      source: 'api',
    },
    accountant.actor
  )

test.group('Lines of an invoice over HTTP', () => {
  test('C4: the days that two lines of one agreed item bill may not meet', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    await makeContract({
      providerId: stage.provider.id,
      siteIds: [stage.siteId],
      items: [itemTerms({ code: 'LAV' })],
    })
    const session = await signedIn(stage.accountant)
    const [first, second] = [await bill(stage), await bill(stage)]
    const category = await categoryId('Lavandería')
    const bills = async (invoiceId: number, from: string | null, to: string | null) => {
      const { id } = await firstLine(invoiceId)
      const body = {
        concept: 'Servicio LAV',
        base: '125,00',
        category_id: category,
        period_from: from,
        period_to: to,
      }
      return put(client, stage, { session, invoiceId, path: `lines/${id}`, body })
    }
    const repeated = (invoiceId: number) =>
      rows<{ message: string }>(
        `select message from invoice_alarms where invoice_id = :invoiceId and rule_code = 'C4' and status = 'open'`,
        { invoiceId }
      )

    const backwards = await bills(first, '2026-02-28', '2026-02-01')
    const open = await bills(first, '2026-02-01', null)
    await bills(first, '2026-02-01', '2026-02-28')
    await bills(second, '2026-02-15', '2026-03-14')
    const [alarm] = await repeated(second)
    await bills(second, '2026-03-01', '2026-03-31')

    assert.equal(backwards.errors.period_to, 'El período no puede acabar antes de empezar.')
    assert.equal(open.errors.period_to, 'Indique hasta qué día.')
    assert.match(alarm?.message ?? '', /ya se facturó del 15\/02\/2026 al 28\/02\/2026/)
    assert.lengthOf(await repeated(second), 0)
    const page = await client.get(`/invoices/${second}`).withSession(session).withInertia()
    const { lines } = page.inertiaProps as { lines: { periodFrom: string; periodTo: string }[] }
    assert.containsSubset(lines, [{ periodFrom: '2026-03-01', periodTo: '2026-03-31' }])
    const { id } = await firstLine(second)
    await assert.rejects(
      () => execute(`update invoice_lines set period_to = '2026-02-01' where id = :id`, { id }),
      /invoice_lines_period/
    )
  })

  test('two profiles that tie are shown, and one click says which it is', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const session = await signedIn(stage.accountant)
    const own = { providerId: stage.provider.id, keywords: [word('suministro')] }
    const water = await makeProfile(stage.senior, { ...own, name: 'Agua de riego' })
    const gas = await makeProfile(stage.senior, {
      ...own,
      name: 'Gas de cocina',
      categoryId: await categoryId('Gas'),
      minScore: 20,
    })
    const invoiceId = await reviewed(stage)
    const { id: lineId } = await firstLine(invoiceId)
    await execute(`update invoice_lines set match_state = 'none', profile_id = null where id = :lineId`, {
      lineId,
    })
    await reclassifyHistory({ siteIds: [stage.siteId], actor: SYSTEM }, async () => {})

    const page = await client.get(`/invoices/${invoiceId}`).withSession(session).withInertia()
    const { lines } = page.inertiaProps as { lines: { choices: { profileId: number; category: string }[] }[] }
    const path = `lines/${lineId}/profile`
    const other = await put(client, stage, { session, invoiceId, path, body: { profile_id: 999_999_999 } })
    const chosen = await put(client, stage, { session, invoiceId, path, body: { profile_id: gas } })
    const again = await put(client, stage, { session, invoiceId, path, body: { profile_id: water } })

    assert.sameMembers(lines[0]?.choices.map(({ profileId }) => profileId) ?? [], [water, gas])
    assert.notEqual(other.status, 302)
    assert.equal(chosen.status, 302)
    assert.notEqual(again.status, 302)
    const line = await oneRow(
      `select l.profile_id, c.name::text as category, l.match_state from invoice_lines l join categories c on c.id = l.category_id where l.id = :lineId`,
      { lineId }
    )
    assert.deepEqual(line, { profileId: gas, category: 'Gas', matchState: 'manual' })
    const noted = await rows<{ chosenProfileId: number }>(
      `select chosen_profile_id from profile_corrections where invoice_line_id = :lineId`,
      { lineId }
    )
    assert.deepEqual(noted, [{ chosenProfileId: gas }])
  })

  test('the original of a copy is found by number or amount, of its supplier and in the own companies', async ({
    assert,
    client,
  }) => {
    const stage = await makeInvoiceStage()
    const foreign = await makeInvoiceStage()
    const mark = `Z${process.pid}${Date.now()}`
    const original = await reviewed(stage, { number: `ORI-${mark}`, totalMinor: 765_432 })
    const copy = await reviewed(stage, { number: `COP-${mark}` })
    const far = await reviewed({ ...foreign, provider: stage.provider }, { number: `FAR-${mark}` })
    await reviewed({ ...stage, provider: foreign.provider }, { number: `OTH-${mark}`, totalMinor: 765_432 })
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const found = async (q: string) => {
      const answer = await client
        .get(`/invoices/${copy}/duplicate?q=${encodeURIComponent(q)}`)
        .withSession(session)
      return (answer.body() as { data: { value: string }[] }).data.map(({ value }) => Number(value))
    }

    assert.deepEqual(await found(`ori-${mark}`), [original])
    assert.deepEqual(await found('7.654,32'), [original])
    assert.deepEqual(await found(`far-${mark}`), [])
    assert.notInclude(await found(''), far)
    assert.notInclude(await found(''), copy)
  })
})
