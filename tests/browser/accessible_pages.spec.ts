import { test } from '@japa/runner'
import { addAbsence } from '#app/employees/actions/absences'
import { makePasswordToken } from '#app/identity/actions/set_password'
import { drawerFor } from '#app/identity/menu'
import { currentCode } from '#app/identity/totp'
import { inTransaction } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { createRecurrent } from '#app/payments/kinds/recurring/save_recurrent'
import { settleByHand } from '#app/payments/orders/settle_order'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { refreshMonthTotals } from '#app/reports/jobs/refresh_month_totals_job'
import { seriousFindings } from '#tests/browser/axe'
import { startClean } from '#tests/browser/clean_start'
import { PHONE, ShellPage } from '#tests/browser/shell_page'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeBankStage } from '#tests/factories/bank_pages'
import { makeListed } from '#tests/factories/blacklist'
import { itemTerms, makeDraft } from '#tests/factories/contracts'
import { invoiceLine, makeExpenseStage, makeReviewed, someLine } from '#tests/factories/expenses'
import { makeCost, makeOpenProcedure, phaseKeys } from '#tests/factories/legal'
import { makeLoanStage, makeRunningLoan } from '#tests/factories/loans'
import { rentAgreement } from '#tests/factories/payments'
import { makeUser, type Person } from '#tests/factories/people'
import {
  asInvoice,
  chargesOf,
  computeAll,
  makeBill,
  makeIssuedCharge,
  makeRebillingStage,
  makeRule,
} from '#tests/factories/rebilling'
import {
  makeBatch,
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { makeEmployee, makeEmployeeBank } from '#tests/factories/staff'
import { csvStatement, importBytes } from '#tests/factories/statements'
import { pendingSession } from '#tests/identity/sign_in_requests'
import { makeProfile } from '#tests/profiles/profile_stage'

/** Somebody with an account to verify who is away. */
async function makeAwayEmployee(siteId: number, person: Person): Promise<number> {
  const { id } = await makeEmployee(siteId, person)
  await makeEmployeeBank(id, person)
  await addAbsence(id, { startsOn: today(), endsOn: null, reason: null }, person.actor)
  return id
}

/** An agreement that falls due tomorrow. */
function makeRecurrent(treasury: TestTreasury): Promise<number> {
  return createRecurrent(
    rentAgreement(treasury, { day: 1, revisionMonth: 1, revisionPercent: '2.00' }),
    treasury.person.actor
  )
}

/** Pages of a loan in force and of the two companies that have it. */
async function loanPaths(): Promise<string[]> {
  const stage = await makeLoanStage()
  const loanId = await makeRunningLoan(stage)
  return [
    ...['data', 'schedule', 'movements', 'interest', 'files', 'entries'].map(
      (tab) => `/loans/${loanId}/edit?tab=${tab}`
    ),
    `/loansResumen/${stage.lender.siteId}/${stage.borrower.siteId}`,
    '/loans/payments',
    '/loans/compensations',
  ]
}

/** Pages of a connected bank that show what is kept of it, without asking it. */
async function bankPaths(): Promise<string[]> {
  const { connectorId, accountId, virtualAccountId } = await makeBankStage('qonto')
  const wise = await makeBankStage('wise')
  return [
    `/qontos/accounts/${accountId}`,
    `/qontos/accounts/${accountId}/report`,
    `/qontos/accounts/${accountId}/virtual/${virtualAccountId}`,
    '/qontos/create',
    `/qontos/${connectorId}/edit`,
    `/qontos/${connectorId}/calls`,
    `/qontos/${connectorId}/beneficiaries`,
    `/qontos/${connectorId}/transfer`,
    `/wises/accounts/${wise.accountId}`,
    `/wises/${wise.connectorId}/recipients`,
    `/wises/${wise.connectorId}/quotes`,
    '/wises/create',
  ]
}

/** Paths of every page behind the login, with something on each. */
async function paths(): Promise<string[]> {
  const treasury = await makeTreasury()
  const { accountId, provider, siteId } = treasury
  const [open, paid] = [await makeBookedInvoice(treasury, 'A-1'), await makeBookedInvoice(treasury, 'A-2')]
  const batchId = await makeBatch(treasury)
  const order = await makeSentOrder(treasury, paid.id, 12_100, batchId)
  const paidOrder = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'A-3')).id)
  await settleByHand({
    orderId: paidOrder.id,
    settledOn: calendarDate('2026-04-09'),
    actor: treasury.person.actor,
    proof: 'Extracto de abril',
  })
  await importBytes(
    accountId,
    csvStatement([
      { on: '2026-04-09', cents: -12_100, text: `TRANSFERENCIA ${order.endToEndId}`, balance: 987_900 },
      { on: '2026-04-10', cents: -4_500, text: 'COMISION MANTENIMIENTO', balance: 983_400 },
    ])
  )
  await suggestMatches(accountId)
  const employeeId = await makeAwayEmployee(siteId, treasury.person)
  const { id: listedId } = await makeListed(treasury.person)
  const contract = await makeDraft({
    providerId: provider.id,
    siteIds: [siteId],
    items: [itemTerms({ code: 'LAV' })],
  })
  const profileId = await makeProfile(treasury.person, { providerId: provider.id })
  const recurrentId = await makeRecurrent(treasury)
  const procedureId = await makeOpenProcedure(treasury)
  await makeCost(treasury, procedureId)
  const [legalPhaseId] = await phaseKeys('Demanda')
  const expenses = await makeExpenseStage()
  const noteId = await makeReviewed(expenses, { lines: [invoiceLine(), someLine()] })
  const rebilling = await makeRebillingStage(2)
  const ruleId = await makeRule(rebilling)
  await makeBill(rebilling)
  await computeAll(rebilling)
  const [charge] = await chargesOf(rebilling)
  const issued = await makeIssuedCharge(rebilling, await asInvoice())
  const drafts = [
    await makeAnnouncement({ status: 'draft' }),
    await makeAnnouncement({ status: 'withdrawn' }),
  ]
  return [
    ...drawerFor({ role: 's1st3ma', twoFactorEnabled: true }).map((entry) => entry.path),
    ...['data', 'lines', 'taxes', 'alarms', 'history'].map((tab) => `/invoices/${open.id}?tab=${tab}`),
    '/ocr',
    ...['runs', 'rules', 'providers', 'statistics'].map((part) => `/analisar-facturas/${part}`),
    ...['data', 'banks', 'profiles', 'invoices', 'payments', 'ledger', 'history'].map(
      (tab) => `/providers/${provider.id}/edit?tab=${tab}`
    ),
    `/providers/${provider.id}/profiles`,
    `/providers/${provider.id}/profiles/create?concept=Canon%20de%20vertido`,
    `/providers/profiles/${profileId}`,
    `/providers/profiles/${profileId}/edit`,
    ...['global', 'conflicts', 'unmatched'].map((tab) => `/profile-manager?tab=${tab}`),
    '/profile-manager/create',
    '/profile-manager/imports/create',
    ...['movements', 'ledger', 'statements', 'data', 'permissions', 'history'].map(
      (tab) => `/accounts/${accountId}/edit?tab=${tab}`
    ),
    `/accounts/${accountId}/statements/create`,
    `/accounts/${accountId}/reconcile`,
    ...[
      'transfers',
      'trial-balance',
      'journal',
      'journal/manual',
      'journal/manual/create',
      'periods',
      'fx-rates',
    ].map((page) => `/accounts/${page}`),
    `/accounts/${accountId}/rules`,
    `/accounts/${accountId}/certificates`,
    '/accounts/plan',
    '/accounts/plan?q=proveedores',
    '/accounts/plan/imports/create',
    ...['parties', 'items', 'letterings'].map((view) => `/accounts/open-items?view=${view}`),
    ...['pending', 'draft', 'sent', 'history'].map((tab) => `/paysuppliers?tab=${tab}`),
    `/payment-orders/${order.id}`,
    '/payrecurrents?tab=calendar',
    ...['payments', 'buffer', 'history'].map((tab) => `/paypayrolls?tab=${tab}`),
    '/paypayrolls/upload',
    '/paypayrolls/process',
    '/paysuppliers?tab=provisions',
    '/paysuppliers/upload',
    ...['phases', 'costs', 'files', 'provision', 'data', 'history'].map(
      (tab) => `/legal_procedure/${procedureId}/edit?tab=${tab}`
    ),
    '/legal_procedure?view=calendar',
    `/phases/${legalPhaseId}/edit`,
    '/paylegalprocedures?tab=draft',
    '/paylegalprocedures/process',
    '/payrecurrents?tab=draft',
    ...['occurrences', 'data'].map((tab) => `/payrecurrents/${recurrentId}/edit?tab=${tab}`),
    ...['data', 'fiscal', 'accounting', 'approvals', 'centers', 'intake', 'policies', 'history'].map(
      (tab) => `/sites/${siteId}/edit?tab=${tab}`
    ),
    `/sites/${siteId}/report`,
    `/sites/${siteId}/report/payments`,
    ...['data', 'contract', 'banks', 'payrolls', 'notes', 'documents', 'history'].map(
      (tab) => `/employees/${employeeId}/edit?tab=${tab}`
    ),
    '/employees/imports/create',
    '/iban-blacklist/create',
    '/iban-blacklist/imports/create',
    `/iban-blacklist/${listedId}`,
    `/iban-blacklist/${listedId}?tab=hits`,
    `/iban-blacklist/${listedId}/edit`,
    '/provider-contracts/create',
    '/provider-contracts/ipc',
    ...['data', 'prices', 'days', 'billing', 'files'].map(
      (tab) => `/provider-contracts/${contract.id}/edit?tab=${tab}`
    ),
    ...['summary', 'prices', 'invoices', 'calendar', 'files', 'history'].map(
      (tab) => `/provider-contracts/${contract.id}?tab=${tab}`
    ),
    ...['approved', 'draft', 'paid', 'rejected', 'providers'].map((tab) => `/payexpenses?tab=${tab}`),
    ...['lines', 'messages', 'history'].map((tab) => `/payexpenses/${noteId}?tab=${tab}`),
    '/payment-batches',
    `/historypay/${paidOrder.id}`,
    '/historypay/imports/create',
    '/resumen?from=2026-01&to=2026-12',
    '/resumen?from=2026-01&to=2026-12&mode=provider&compare=year',
    '/resumen/apuntes?measure=invoiced&from=2026-01&to=2026-12',
    '/resumen/vencimientos',
    '/resumen/retenido',
    '/resumen/prevision?until=2026-12-31',
    `/payment-batches/${batchId}`,
    '/announcements',
    '/announcements/manage',
    '/users/mails?tab=queued',
    '/announcements/create',
    `/announcements/${drafts[0]}/edit`,
    '/configuracion-refacturacion/create',
    `/configuracion-refacturacion/${ruleId}/edit`,
    '/configuracion-refacturacion/claves',
    '/configuracion-refacturacion/claves/imports/create',
    ...['approved', 'issued'].map((tab) => `/refacturacion?tab=${tab}`),
    '/refacturacion/create',
    '/refacturacion/pagos',
    ...[charge?.id, issued.chargeId].map((id) => `/refacturacion/${id}`),
    '/refacturacion-historico/matriz',
    ...(await loanPaths()),
    ...(await bankPaths()),
    '/no-existe',
  ]
}

const PAGES_AT_ONCE = 3

test.group('Pages in both themes, on a desk and a telephone', (group) => {
  startClean(group)

  test('every page behind the login', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const waiting = await paths()
    // As the worker does every few minutes: reports would read entry by entry what all tests posted before.
    await refreshMonthTotals()
    const found: string[] = []
    const seen = new Set<string>()
    // The frame around the tabs of a page is the same for each of them.
    const newPart = (path: string) => {
      const [page = path] = path.split('?')
      const isNew = !seen.has(page)
      seen.add(page)
      return isNew ? 'html' : 'main'
    }
    // One page draws while another one is looked at.
    const walk = async () => {
      const { page, errors } = await ShellPage.of(person)
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        await page.goto(path)
        const opens = await page
          .getByRole('heading', { level: 1 })
          .waitFor()
          .then(
            () => true,
            () => false
          )
        found.push(
          ...(opens
            ? await seriousFindings(page, path, undefined, newPart(path))
            : [`${path} does not open: ${errors.at(-1)}`])
        )
      }
    }

    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, walk))

    assert.deepEqual(found, [])
  }).timeout(1_800_000)

  test('the palette, the dialogs and the announcements that open over a page', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('s1st3ma'), '/providers')
    const found: string[] = []

    await shell.search.fill('p')
    await shell.results.waitFor()
    found.push(...(await seriousFindings(shell.page, 'palette', [1440])))
    await shell.page.keyboard.press('Escape')
    await shell.page.getByRole('button', { name: 'Nuevo proveedor' }).click()
    await shell.page.getByRole('dialog').waitFor()
    found.push(...(await seriousFindings(shell.page, 'new provider')))
    await shell.visit('/employees')
    await shell.page.getByRole('button', { name: 'Nuevo empleado' }).first().click()
    await shell.page.getByRole('dialog').waitFor()
    found.push(...(await seriousFindings(shell.page, 'new employee')))
    await shell.visit('/accounts')
    await shell.page.getByRole('button', { name: 'Crear cuenta' }).click()
    await shell.page.getByRole('dialog').waitFor()
    found.push(...(await seriousFindings(shell.page, 'new account')))
    await shell.visit('/invoices')
    await shell.page.getByRole('button', { name: 'Subir facturas' }).first().click()
    await shell.page.getByRole('dialog').waitFor()
    found.push(...(await seriousFindings(shell.page, 'upload')))
    for (const type of ['feature', 'improvement', 'bugfix', 'maintenance', 'other']) {
      await makeAnnouncement({
        type,
        action_url: '/ocr',
        action_text: 'Ver',
        description: 'Entradilla',
      })
    }
    await shell.visit('/announcements')
    await shell.modal.waitFor()
    found.push(...(await seriousFindings(shell.page, 'announcements')))

    assert.deepEqual(found, [])
  }).timeout(120_000)

  test('the drawer and the palette of a telephone, open, and the drawer as a rail', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const phone = await ShellPage.open(person, '/2faSecurity', { context: PHONE })
    const found: string[] = []

    await phone.topBar.getByRole('button', { name: 'Abrir el menú' }).click()
    await phone.drawer.waitFor()
    found.push(...(await seriousFindings(phone.page, 'drawer', [PHONE.viewport.width])))
    await phone.search.fill('p')
    await phone.results.waitFor()
    found.push(...(await seriousFindings(phone.page, 'palette in the drawer', [PHONE.viewport.width])))
    const desk = await ShellPage.open(person)
    await desk.userItem.click()
    await desk.page.locator('[data-drawer="rail"]').waitFor()
    found.push(...(await seriousFindings(desk.page, 'rail', [1440])))

    assert.deepEqual(found, [])
  }).timeout(60_000)

  test('the way in: sign-in with its errors, both challenges, a new password, the set-up of the second factor', async ({
    assert,
  }) => {
    const person = await makeUser('c0ntab1l1dad')
    const token = await inTransaction((trx) => makePasswordToken(person.id, 'reset', null, trx))
    const found: string[] = []
    const check = async (shell: ShellPage, path: string) => {
      await shell.page.goto(path)
      await shell.page.getByRole('heading', { level: 1 }).waitFor()
      found.push(...(await seriousFindings(shell.page)))
    }

    const guest = await ShellPage.guest()
    await check(guest, '/login')
    await guest.page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await guest.page.getByText('Este campo es obligatorio.').nth(1).waitFor()
    found.push(...(await seriousFindings(guest.page, 'sign-in with errors')))
    await check(guest, '/registrar-factura')
    await check(guest, '/registrar-factura/estado/aaaabbbbccccddddeeeeffffgggghhhh')
    await check(guest, `/set-password/${token}`)
    const pending = await ShellPage.withSession(pendingSession(person))
    await check(pending, '/two-factor-challenge')
    await check(pending, '/two-factor-challenge-old')
    const fresh = await ShellPage.of(await makeUser('c0ntab1l1dad', { twoFactor: false }))
    await check(fresh, '/2faSecurity')
    await fresh.page.getByRole('button', { name: 'Activar', exact: true }).click()
    const boxes = fresh.page.getByLabel(/^Dígito \d de 6$/)
    await boxes.first().waitFor()
    found.push(...(await seriousFindings(fresh.page, 'set-up of the second factor')))
    const secret = (await fresh.page.locator('code').innerText()).replaceAll(/\s/g, '')
    await boxes.first().click()
    await fresh.page.keyboard.type(currentCode(secret))
    await fresh.page.waitForURL('**/2faSecurity/active')
    found.push(...(await seriousFindings(fresh.page)))

    assert.deepEqual(found, [])
  }).timeout(120_000)
})
