import { test } from '@japa/runner'
import type { Page, Request } from 'playwright'
import { oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { createRecurrent } from '#app/payments/kinds/recurring/save_recurrent'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { confirmIdentity } from '#tests/browser/sign_in_page'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeBankStage } from '#tests/factories/bank_pages'
import { makeListed } from '#tests/factories/blacklist'
import { itemTerms, makeDraft } from '#tests/factories/contracts'
import { switchOn, taxCodeId } from '#tests/factories/issuing'
import { makeOpenProcedure, phaseKeys } from '#tests/factories/legal'
import { makeLoanStage, makeReadyLoan } from '#tests/factories/loans'
import { rentAgreement } from '#tests/factories/payments'
import { makeUser, type Person } from '#tests/factories/people'
import { chargesOf, computeAll, makeBill, makeRebillingStage, makeRule } from '#tests/factories/rebilling'
import { makeTreasury } from '#tests/factories/sent_payments'
import { makeEmployee } from '#tests/factories/staff'
import { makeProfile } from '#tests/profiles/profile_stage'

/** A page, and how many forms it has that change what is there. */
type Edited = { path: string; forms: number }

/** One of everything that has a form of its own for what it is. */
async function editedPages(person: Person): Promise<Edited[]> {
  const treasury = await makeTreasury()
  const { accountId, siteId, provider } = treasury
  await switchOn({ siteId }, person)
  const { id: employeeId } = await makeEmployee(siteId, person)
  const { id: listedId } = await makeListed(person)
  const contract = await makeDraft({
    providerId: provider.id,
    siteIds: [siteId],
    items: [itemTerms({ code: 'LAV' })],
  })
  const profileId = await makeProfile(person, { providerId: provider.id })
  const recurrentId = await createRecurrent(
    rentAgreement(treasury, { day: 1, revisionMonth: 1, revisionPercent: '2.00' }),
    person.actor
  )
  const procedureId = await makeOpenProcedure(treasury)
  const [phaseId] = await phaseKeys('Demanda')
  const announcementId = await makeAnnouncement({ status: 'draft' })
  const other = await makeUser('c0ntab1l1dad')
  const rebilling = await makeRebillingStage(3)
  const percentages = ['33.3300', '33.3300', '33.3400']
  const ruleId = await makeRule(rebilling, {
    treatment: 'invoice',
    vatCodeId: await taxCodeId('IVA21'),
    markupBasisPoints: 250,
    validTo: calendarDate('2030-12-31'),
    accountCodes: ['629', '6'],
    textFilter: 'prueba',
    allocation: 'percentage',
    targets: rebilling.targetIds.map((target, place) => ({
      siteId: target,
      percentage: percentages[place] ?? null,
      amountMinor: null,
    })),
  })
  const proposing = await makeRebillingStage(2)
  await makeRule(proposing)
  await makeBill(proposing, { totalMinor: 12_103 })
  await computeAll(proposing)
  const [charge] = await chargesOf(proposing)
  const banks: { path: string; connectorId: number }[] = []
  for (const path of ['qontos', 'wises', 'revoluts'])
    banks.push({ path, ...(await makeBankStage(path.slice(0, -1), { siteId })) })
  const loanId = await makeReadyLoan(await makeLoanStage())
  return [
    { path: `/accounts/${accountId}/edit?tab=data`, forms: 1 },
    { path: `/provider-contracts/${contract.id}/edit?tab=data`, forms: 1 },
    { path: `/providers/profiles/${profileId}/edit`, forms: 1 },
    { path: `/providers/${provider.id}/edit?tab=data`, forms: 1 },
    { path: `/employees/${employeeId}/edit?tab=data`, forms: 1 },
    { path: `/employees/${employeeId}/edit?tab=contract`, forms: 1 },
    { path: `/iban-blacklist/${listedId}/edit`, forms: 1 },
    { path: `/sites/${siteId}/edit?tab=data`, forms: 1 },
    { path: `/sites/${siteId}/edit?tab=fiscal`, forms: 1 },
    { path: `/sites/${siteId}/edit?tab=policies`, forms: 1 },
    { path: `/sites/${siteId}/edit?tab=intake`, forms: 1 },
    { path: `/sites/${siteId}/edit?tab=issuing`, forms: 1 },
    { path: `/legal_procedure/${procedureId}/edit?tab=data`, forms: 1 },
    { path: `/phases/${phaseId}/edit`, forms: 1 },
    { path: `/payrecurrents/${recurrentId}/edit?tab=data`, forms: 1 },
    { path: `/announcements/${announcementId}/edit`, forms: 1 },
    { path: `/users/${other.id}/edit`, forms: 1 },
    { path: `/configuracion-refacturacion/${ruleId}/edit`, forms: 1 },
    { path: `/refacturacion/${charge?.id}?act=edit`, forms: 1 },
    ...banks.map(({ path, connectorId }) => ({ path: `/${path}/${connectorId}/edit`, forms: 1 })),
    { path: `/loans/${loanId}/edit?tab=data`, forms: 1 },
  ]
}

type Change = { event: string; diff: Record<string, [unknown, unknown]> }

/** One that changes what is there; a form with files says so in itself. */
const isChange = (request: Request): boolean =>
  ['PUT', 'PATCH'].includes(request.method()) ||
  (request.method() === 'POST' && `${request.url()}${request.postData() ?? ''}`.includes('_method'))

async function lastEvent(): Promise<number> {
  return (await oneRow<{ id: number }>(`select coalesce(max(id), 0)::bigint as id from audit_events`)).id
}

/** Sends the form of that place as it stands. Gives what the server has against it; null where it changes nothing that is there. */
async function sendAsItIs(page: Page, person: Person, path: string, place: number): Promise<string[] | null> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const form = page.locator('form').nth(place)
  await form.waitFor()
  const sent = page
    .waitForRequest((request) => !['GET', 'HEAD'].includes(request.method()), { timeout: 5_000 })
    .catch(() => null)
  await form.evaluate((element: HTMLFormElement) => element.requestSubmit())
  const request = await sent
  if (!request || !isChange(request)) return null
  await page.waitForLoadState('networkidle')
  if (await page.getByRole('dialog', { name: 'Confirme su identidad' }).isVisible()) {
    await confirmIdentity(page, person)
    await page.waitForLoadState('networkidle')
  }
  const response = await request.response()
  const marked = await page
    .locator('[aria-invalid="true"]')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('name') ?? field.id))
  const said = await page.locator('form [role="alert"]').allInnerTexts()
  const status = response?.status() ?? 0
  return [...(status >= 400 ? [`answered ${status}`] : []), ...marked, ...said]
}

test.group('Forms that are sent as they came', (group) => {
  startClean(group)
  group.each.timeout(600_000)

  test('none has an error, and nothing is changed', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const pages = await editedPages(person)
    const { page } = await ShellPage.open(person)
    // A new thing is not made of an empty form.
    await page.route('**/*', (route) =>
      route.request().method() === 'POST' && !isChange(route.request()) ? route.abort() : route.continue()
    )
    const wrong: string[] = []
    for (const { path, forms } of pages) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const count = await page.locator('form').count()
      let edited = 0
      for (let place = 0; place < count; place++) {
        const before = await lastEvent()
        const refused = await sendAsItIs(page, person, path, place)
        if (refused === null) continue
        edited++
        const changes = await rows<Change>(
          `select event, diff from audit_events where id > :before and diff is not null and diff <> '{}' order by id`,
          { before }
        )
        wrong.push(
          ...refused.map((what) => `${path} form ${place}: ${what}`),
          ...changes.map(({ event, diff }) => `${path} form ${place}: ${event} ${JSON.stringify(diff)}`)
        )
      }
      if (edited < forms) wrong.push(`${path}: ${edited} of ${forms} forms were sent`)
    }
    assert.deepEqual(wrong, [])
  })
})
