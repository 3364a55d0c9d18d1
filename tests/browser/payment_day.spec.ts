import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { norma43Text } from '#app/demo/norma43_text'
import { addDays, today } from '#app/kernel/calendar_date'
import { execute, oneRow, rows } from '#app/kernel/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { readPain001 } from '#app/payments/files/read_pain001'
import { validateXml } from '#app/payments/files/validate_xml'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { suggestMatches } from '#app/reconciliation/actions/suggest_matches'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { startClean } from '#tests/browser/clean_start'
import { act, confirmIdentity, signIn } from '#tests/browser/sign_in_page'
import { makePayrollStage, type PayrollStage, payrollCsv } from '#tests/factories/payroll'
import type { Person } from '#tests/factories/people'
import { importBytes } from '#tests/factories/statements'
import { CREDIT_MINOR, invoiceMinor, makeSupplierRun } from '#tests/factories/supplier_run'

const EMPLOYEES = 200
const SUPPLIERS = 30
const INVOICES_EACH = 10
const CREDITS = 8
const NET_MINOR = 150_000
const PAGES = (SUPPLIERS * INVOICES_EACH) / 100

type Line = { on: ReturnType<typeof today>; amountMinor: number; concept: string; text: string }

async function setDay() {
  const stage = await makePayrollStage(EMPLOYEES)
  // One approval by amount; the first payment to somebody asks for one more: two people in all.
  await execute(
    `insert into approval_policies (site_id, kind, from_minor, required, aggregate_days) values (:siteId, 'payment_payroll', 0, 1, 7), (:siteId, 'payment_supplier', 0, 1, 7)`,
    { siteId: stage.siteId }
  )
  await makeSupplierRun({
    siteId: stage.siteId,
    suppliers: SUPPLIERS,
    invoicesEach: INVOICES_EACH,
    credits: CREDITS,
    person: stage.person,
  })
  const [first, second] = stage.approvers
  return { stage, first, second }
}

/** Imports a statement of the account over a day, and lets what is certain be matched. */
async function importStatement(
  { accountId }: PayrollStage,
  { iban, openingMinor, day }: { iban: string; openingMinor: number; day: ReturnType<typeof today> },
  lines: Line[]
): Promise<void> {
  const text = norma43Text(iban, 'EMPRESA DE PRUEBA', addDays(day, -1), day, openingMinor, lines)
  await importBytes(accountId, Buffer.from(text, 'latin1'))
  await suggestMatches(accountId)
}

async function toBatch(page: Page, person: Person, opener: RegExp | string): Promise<number> {
  await act(page, opener, /^Generar remesa/)
  const asked = page.getByRole('dialog', { name: 'Confirme su identidad' })
  await Promise.race([page.waitForURL('**/payment-batches/*'), asked.waitFor()])
  if (await asked.isVisible()) {
    await confirmIdentity(page, person)
    await page.waitForURL('**/payment-batches/*')
  }
  return Number(/payment-batches\/(\d+)/.exec(page.url())?.[1])
}

/** Approves, with a code where one is asked for. */
async function approve(page: Page, person: Person): Promise<void> {
  await act(page, /^Aprobar/)
  const asked = page.getByRole('dialog', { name: 'Confirme su identidad' })
  const told = page.getByText(/Aprobación registrada|Nómina aprobada|aprobados?\./).first()
  await Promise.race([told.waitFor(), asked.waitFor()])
  if (await asked.isVisible()) {
    await confirmIdentity(page, person)
    await told.waitFor()
  }
}

async function takeFile(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Descargar/ }).click(),
  ])
  const xml = await readFile(await download.path(), 'utf8')
  await act(page, 'Marcar como enviada', /Marcar como enviada/)
  await page.getByText('se espera el extracto').waitFor()
  return xml
}

test.group('A day of payments', (group) => {
  startClean(group)

  test('a payroll of 200, 300 invoices with credit notes, and a payment that comes back, to the end', async ({
    assert,
  }) => {
    const { stage, first, second } = await setDay()
    const { iban } = await oneRow<{ iban: string }>(`select iban from bank_accounts where id = :id`, {
      id: stage.accountId,
    })
    const day = today()

    // Senior accounting brings the payroll of the office and puts it into the buffer.
    const senior = await signIn(stage.person)
    await senior.goto('/paypayrolls/upload')
    await senior.locator('input[type=file]').setInputFiles({
      name: 'nomina.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        payrollCsv(stage.employees, () => '1.500,00'),
        'utf8'
      ),
    })
    await senior.getByRole('button', { name: 'Ver antes de importar' }).click()
    await senior.getByRole('button', { name: `Procesar ${EMPLOYEES} filas válidas` }).click()
    await senior.waitForURL('**/paypayrolls/process')
    await senior.getByRole('button', { name: /^Pasar a la bolsa 300\.000,00/ }).click()
    await senior.waitForURL('**/payroll-runs/*')
    const runPath = new URL(senior.url()).pathname

    // Two people approve it as a whole; the second one makes the file.
    const [one, two] = [await signIn(first), await signIn(second)]
    for (const [page, person] of [
      [one, first],
      [two, second],
    ] as const) {
      await page.goto(runPath)
      await approve(page, person)
    }
    const payrollBatch = await toBatch(two, second, /^Generar remesa/)
    const payroll = await takeFile(two)
    assert.deepEqual((await validateXml(payroll, 'pain.001.001.09')).errors, [])
    const read = readPain001(payroll)
    assert.deepEqual(
      [read.count, read.totalMinor, read.blocks[0]?.categoryPurpose],
      [EMPLOYEES, EMPLOYEES * NET_MINOR, 'SALA']
    )

    // Three hundred invoices, one transfer a supplier, credit notes netted.
    for (let page = 0; page < PAGES; page++) {
      await senior.goto(`/paysuppliers?per_page=100&site_ids[]=${stage.siteId}`)
      await senior.getByLabel('Seleccionar las filas de la página').check()
      await senior.getByRole('button', { name: 'Crear pagos' }).click()
      const dialog = senior.getByRole('dialog')
      await dialog.getByLabel('Agrupar facturas del proveedor').check()
      await dialog.getByRole('button', { name: /^Crear 100 pagos/ }).click()
      await senior
        .getByText(/100 pagos creados en 10 transferencias/)
        .first()
        .waitFor()
    }
    for (let page = 0; page < PAGES; page++) {
      await senior.goto(`/paysuppliers?tab=draft&per_page=100&site_ids[]=${stage.siteId}`)
      await senior.getByLabel('Seleccionar las filas de la página').check()
      await senior.getByRole('button', { name: 'Pasar a la bolsa' }).first().click()
      const dialog = senior.getByRole('dialog')
      await dialog.getByRole('button', { name: /^Pasar a la bolsa/ }).click()
      await senior
        .getByText(/100 pagos pasados a la bolsa/)
        .first()
        .waitFor()
    }
    for (const [page, person] of [
      [one, first],
      [two, second],
    ] as const)
      for (let nth = 1; nth <= PAGES; nth++) {
        await page.goto(`/paysuppliers?tab=buffer&per_page=100&page=${nth}&site_ids[]=${stage.siteId}`)
        await page.getByLabel('Seleccionar las filas de la página').check()
        await approve(page, person)
      }
    const approved = await rows<{ id: number }>(
      `select id from payment_orders where site_id = :siteId and kind = 'supplier' and status = 'approved'`,
      { siteId: stage.siteId }
    )
    assert.lengthOf(approved, SUPPLIERS * INVOICES_EACH)
    let owed = 0
    const transfers: { endToEndId: string; amountMinor: number; name: string }[] = []
    for (let page = 0; page < PAGES; page++) {
      await two.goto(`/paysuppliers?tab=buffer&per_page=100&site_ids[]=${stage.siteId}`)
      await two.getByLabel('Seleccionar las filas de la página').check()
      await toBatch(two, second, 'Generar remesa')
      const file = readPain001(await takeFile(two))
      owed += file.totalMinor ?? 0
      for (const { endToEndId, amountMinor, creditorName } of file.blocks[0]?.transfers ?? [])
        transfers.push({
          endToEndId: endToEndId ?? '',
          amountMinor: amountMinor ?? 0,
          name: creditorName ?? '',
        })
    }
    const each = Array.from({ length: INVOICES_EACH }, (_, place) => invoiceMinor(place)).reduce(
      (sum, minor) => sum + minor,
      0
    )
    assert.equal(owed, SUPPLIERS * each - CREDITS * CREDIT_MINOR)
    assert.lengthOf(transfers, SUPPLIERS)

    // The statement: one charge for the payroll, one a supplier.
    const { messageId } = await oneRow<{ messageId: string }>(
      `select message_id from payment_batches where id = :id`,
      { id: payrollBatch }
    )
    await importStatement(stage, { iban, openingMinor: 500_000_000, day }, [
      { on: day, amountMinor: -EMPLOYEES * NET_MINOR, concept: '15', text: `NOMINAS ${messageId}` },
      ...transfers.map(({ endToEndId, amountMinor, name }) => ({
        on: day,
        amountMinor: -amountMinor,
        concept: '04',
        text: `TRANSF ${endToEndId} ${name}`,
      })),
    ])
    await senior.goto(`/accounts/${stage.accountId}/reconcile`)
    await senior.getByText(`${SUPPLIERS + 1} de ${SUPPLIERS + 1} conciliados`).waitFor()

    // One salary comes back: it is owed again, paid again by a new payment, and matched.
    const [returned] = await rows<{ id: number; number: string }>(
      `select id, number from payment_orders where batch_id = :batch order by id limit 1`,
      { batch: payrollBatch }
    )
    await senior.goto(`/payment-orders/${returned?.id}`)
    await senior.getByRole('button', { name: 'Marcar como devuelto' }).click()
    const dialog = senior.getByRole('dialog')
    await dialog.getByLabel('Código del banco').fill('MS03')
    await dialog.getByLabel(/Comentario/).fill('El banco la devuelve sin motivo')
    await dialog.getByRole('button', { name: /^Marcar como devuelto/ }).click()
    await senior.getByText('marcado como devuelto').first().waitFor()
    await act(senior, 'Reintentar', /^Reintentar/)
    await senior.waitForURL((url) => url.pathname !== `/payment-orders/${returned?.id}`)
    await act(senior, 'Pasar a la bolsa', /^Pasar a la bolsa/)
    await senior.waitForURL('**/payroll-runs/*')
    const againPath = new URL(senior.url()).pathname
    for (const [page, person] of [
      [one, first],
      [two, second],
    ] as const) {
      await page.goto(againPath)
      if (await page.getByRole('button', { name: /^Aprobar/ }).isVisible()) await approve(page, person)
    }
    await toBatch(two, second, /^Generar remesa/)
    const again = readPain001(await takeFile(two)).blocks[0]?.transfers[0]
    await importStatement(
      stage,
      { iban, openingMinor: 500_000_000 - EMPLOYEES * NET_MINOR - owed, day: addDays(day, 1) },
      [
        {
          on: addDays(day, 1),
          amountMinor: NET_MINOR,
          concept: '04',
          text: `DEVOLUCION ${returned?.number}`,
        },
        { on: addDays(day, 1), amountMinor: -NET_MINOR, concept: '04', text: `TRANSF ${again?.endToEndId}` },
      ]
    )
    await matchByHand(stage)

    const end = await rows<{ kind: string; status: string; n: number }>(
      `select kind, status, count(*)::int as n from payment_orders where site_id = :siteId group by 1, 2 order by 1, 2`,
      { siteId: stage.siteId }
    )
    assert.deepEqual(end, [
      { kind: 'payroll', status: 'reconciled', n: EMPLOYEES },
      { kind: 'payroll', status: 'returned', n: 1 },
      { kind: 'supplier', status: 'reconciled', n: SUPPLIERS * INVOICES_EACH },
    ])
    const left = await oneRow<{ lines: number; invoices: number; salaries: number }>(
      `select (select count(*)::int from bank_statement_lines where bank_account_id = :accountId and status <> 'matched') as lines,
          (select count(*)::int from invoices where site_id = :siteId and outstanding_minor <> 0) as invoices,
          (select count(*)::int from payroll_payments where site_id = :siteId and status <> 'paid') as salaries`,
      { accountId: stage.accountId, siteId: stage.siteId }
    )
    assert.deepEqual(left, { lines: 0, invoices: 0, salaries: 0 })
    assert.deepEqual(
      (await checkInvariants()).filter((result) => result.violations > 0),
      []
    )
  }).timeout(180_000)
})

/** What the machine only suggests, a person accepts. */
async function matchByHand({ accountId, person }: PayrollStage): Promise<void> {
  const open = await rows<{ id: number }>(
    `select id from bank_statement_lines where bank_account_id = :accountId and status in ('pending', 'suggested')`,
    { accountId }
  )
  for (const { id } of open) {
    const [best] = (await findCandidates(id)) ?? []
    if (!best) continue
    await acceptMatch({
      lineId: id,
      items: best.items.map((item) => ({
        journalLineId: item.journalLineId ?? 0,
        amountMinor: item.amountMinor,
      })),
      evidence: { score: best.score, parts: best.parts },
      actor: person.actor,
    })
  }
}
