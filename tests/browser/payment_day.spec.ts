import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { norma43Text } from '#app/demo/books/norma43_text'
import { oneRow, rows } from '#app/kernel/database/sql'
import { formatDay, today } from '#app/kernel/time/calendar_date'
import { nextTargetDay } from '#app/kernel/time/working_days'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { readPain001 } from '#app/payments/files/read_pain001'
import { validateXml } from '#app/payments/files/validate_xml'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { startClean } from '#tests/browser/clean_start'
import { act, confirmIdentity, signIn } from '#tests/browser/sign_in_page'
import { makePaymentDay, orderStates, type PaymentDay, SUPPLIERS } from '#tests/factories/payment_day'
import { PERIOD, payrollCsv } from '#tests/factories/payroll'
import type { Person } from '#tests/factories/people'

/** `PAYMENT_DAY=whole` takes a whole day, minutes long: 200 employees and 300 invoices. */
const IS_WHOLE = process.env.PAYMENT_DAY === 'whole'
const EMPLOYEES = IS_WHOLE ? 200 : 40
const INVOICES = IS_WHOLE ? 300 : 60
const OPENING = 500_000_000

type Movement = { amountMinor: number; text: string }

/** A person at a page of their own. */
type Desk = { page: Page; person: Person }

const sitDown = async (person: Person): Promise<Desk> => {
  const page = await signIn(person)
  page.setDefaultTimeout(60_000)
  return { page, person }
}

/** Presses «Aprobar» and confirms it, with the code where it is asked for; until so many decisions of the person are kept. */
async function approve({ page, person }: Desk, count: number): Promise<void> {
  const before = await decisionsOf(person)
  await act(page, /^Aprobar/)
  const question = page.getByRole('dialog', { name: 'Confirme su identidad' })
  const isDone = async () => (await decisionsOf(person)) >= before + count
  const until = Date.now() + 120_000
  while (!(await isDone())) {
    if (Date.now() > until)
      throw new Error(`Not approved: ${(await page.getByRole('alert').allInnerTexts()).join(' ')}`)
    if (await question.isVisible()) await confirmIdentity(page, person)
    await page.waitForTimeout(100)
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function decisionsOf({ id }: Person): Promise<number> {
  const { n } = await oneRow<{ n: number }>(
    `select count(*)::int as n from approval_decisions where user_id = :id`,
    { id }
  )
  return n
}

/** Every row of a list, page by page: what is chosen stays chosen. */
async function chooseAll(page: Page, url: string, count: number): Promise<void> {
  await page.goto(`${url}${url.includes('?') ? '&' : '?'}per_page=100`)
  for (let at = 1; at <= Math.ceil(count / 100); at++) {
    if (at > 1) {
      await page.getByRole('button', { name: 'Página siguiente' }).first().click()
      await page.waitForURL((there) => there.searchParams.get('page') === String(at))
    }
    await page.getByRole('checkbox', { name: 'Seleccionar las filas de la página' }).check()
  }
  await page.getByRole('region', { name: 'Selección' }).getByText(`${count} `).waitFor()
}

/** The file of the batch that the page shows, sound by the schema and marked as sent. Gives what the bank will charge. */
async function fetchFile({ page }: Desk): Promise<{ messageId: string; transfers: Movement[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Descargar/ }).click(),
  ])
  const xml = await readFile(await download.path(), 'utf8')
  const { errors } = await validateXml(xml, 'pain.001.001.09')
  if (errors.length > 0) throw new Error(errors.join('\n'))
  await act(page, 'Marcar como enviada', /Marcar como enviada/)
  await page.getByText('se espera el extracto').waitFor()
  const { messageId, blocks } = readPain001(xml)
  return {
    messageId: messageId ?? '',
    transfers: blocks.flatMap((block) =>
      block.transfers.map(({ amountMinor, endToEndId, creditorName }) => ({
        amountMinor: -(amountMinor ?? 0),
        text: `TRANSF ${endToEndId} ${creditorName}`,
      }))
    ),
  }
}

/** A statement of today with these movements after so much; everything in it is matched by itself. */
async function importStatement(
  { page }: Desk,
  { accountId, iban, opening }: { accountId: number; iban: string; opening: number },
  movements: Movement[]
): Promise<void> {
  const on = today()
  const text = norma43Text(
    iban,
    'EMPRESA DE PRUEBA',
    on,
    on,
    opening,
    movements.map((movement) => ({ on, concept: '04', ...movement }))
  )
  await page.goto(`/accounts/${accountId}/statements/create`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'extracto.n43', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') })
  await page.getByRole('button', { name: 'Ver antes de importar' }).click()
  await page
    .getByRole('button', { name: /^Importar/ })
    .last()
    .click()
  await page
    .getByText(new RegExp(`Importadas ${movements.length}`))
    .first()
    .waitFor()
  await suggestMatches(accountId)
}

/** One after the other, until nobody's approval is missing. */
async function approveAsNeeded(desks: Desk[], url: string): Promise<void> {
  for (const desk of desks) {
    await desk.page.goto(url)
    await desk.page.getByRole('heading', { name: 'Siguiente paso' }).waitFor()
    if (!(await desk.page.getByRole('button', { name: /^Aprobar/ }).isVisible())) return
    await approve(desk, 1)
  }
}

/** What is approved becomes a batch, whose page is shown. */
async function release(desk: Desk, url: string): Promise<Desk> {
  await desk.page.goto(url)
  await act(desk.page, 'Generar remesa', /^Generar remesa/)
  await desk.page.waitForURL('**/payment-batches/*')
  return desk
}

const unmatched = async (accountId: number) =>
  (
    await rows<{ text: string }>(
      `select status || ': ' || raw_text as text from bank_statement_lines where bank_account_id = :accountId and status <> 'matched'`,
      { accountId }
    )
  ).map(({ text }) => text)

const sum = (movements: Movement[]) => movements.reduce((total, { amountMinor }) => total + amountMinor, 0)

test.group('A day in the life of a payer', (group) => {
  startClean(group)

  test('a payroll and a supplier run are paid, matched, and what the bank gives back is paid again', async ({
    assert,
  }) => {
    const day = await makePaymentDay({ employees: EMPLOYEES, invoices: INVOICES })
    const senior = await sitDown(day.person)
    const desks = [
      await sitDown(day.approvers[0]),
      await sitDown(day.approvers[1]),
      await sitDown(day.approvers[2]),
    ]
    const releaser = desks[0] ?? senior
    const { iban } = await oneRow<{ iban: string }>(`select iban from bank_accounts where id = :id`, {
      id: day.accountId,
    })
    const account = { accountId: day.accountId, iban }

    // The payroll: uploaded, prepared, approved by others (never paid before, so by three), sent.
    await uploadPayroll(senior.page, day)
    const runUrl = senior.page.url()
    await approveAsNeeded(desks, runUrl)
    const salaries = await fetchFile(await release(releaser, runUrl))
    assert.lengthOf(salaries.transfers, EMPLOYEES)
    const wages = [{ amountMinor: sum(salaries.transfers), text: `NOMINAS ${salaries.messageId}` }]
    await importStatement(senior, { ...account, opening: OPENING }, wages)
    assert.deepEqual(await unmatched(day.accountId), [])
    assert.deepEqual(await orderStates(day.siteId), { 'payroll reconciled': EMPLOYEES })

    // The invoices, one transfer a supplier, less its credit notes.
    await paySuppliers(senior.page, day)
    for (const desk of desks) await approveBuffer(desk, day)
    await chooseAll(releaser.page, `/paysuppliers?tab=buffer&site_ids[]=${day.siteId}`, INVOICES)
    await act(releaser.page, 'Generar remesa', /^Generar remesa/)
    await releaser.page.waitForURL('**/payment-batches/*')
    const { transfers: paid } = await fetchFile(releaser)
    assert.lengthOf(paid, SUPPLIERS)
    const { debt } = await oneRow<{ debt: number }>(
      `select sum(total_minor)::bigint as debt from invoices where site_id = :siteId`,
      { siteId: day.siteId }
    )
    assert.equal(-sum(paid), debt)
    await importStatement(senior, { ...account, opening: OPENING + sum(wages) }, paid)
    assert.deepEqual(await unmatched(day.accountId), [])

    // The bank gives one of them back; the return is told and matched, and the invoice is paid again.
    const charged = paid.find(({ amountMinor }) => amountMinor === -day.returned.minor)
    const back = [{ amountMinor: day.returned.minor, text: `DEV ${charged?.text}` }]
    const again = await payAgain({ senior, approvers: desks }, day, () =>
      importStatement(senior, { ...account, opening: OPENING + sum(wages) + sum(paid) }, back)
    )
    await importStatement(
      senior,
      { ...account, opening: OPENING + sum(wages) + sum(paid) + sum(back) },
      again
    )
    assert.deepEqual(await unmatched(day.accountId), [])

    assert.deepEqual(await orderStates(day.siteId), {
      'payroll reconciled': EMPLOYEES,
      'supplier reconciled': INVOICES,
      'supplier returned': 1,
    })
    const left = await oneRow<{ invoices: number; salaries: number; bank: number }>(
      `select (select count(*)::int from invoices where site_id = :siteId and outstanding_minor <> 0) as invoices,
              (select count(*)::int from payroll_payments where site_id = :siteId and status <> 'paid') as salaries,
              (select b.balance_minor from bank_accounts a join account_balances b on b.account_id = a.ledger_account_id where a.id = :accountId) as bank`,
      { siteId: day.siteId, accountId: day.accountId }
    )
    assert.deepEqual(left, { invoices: 0, salaries: 0, bank: OPENING + sum(wages) - debt })
    assert.deepEqual(
      (await checkInvariants()).filter((result) => result.violations > 0),
      []
    )
  }).timeout(300_000)
})

/** The file of the payroll office, its review and the run that waits for approval. */
async function uploadPayroll(page: Page, day: PaymentDay): Promise<void> {
  const text = payrollCsv(day.employees, (index) => `1.5${String(index % 100).padStart(2, '0')},00`)
  await page.goto('/paypayrolls/upload')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'nomina.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') })
  await page.getByRole('button', { name: 'Ver antes de importar' }).click()
  await page.getByRole('button', { name: `Procesar ${EMPLOYEES} filas válidas` }).click()
  await page.getByText(`${EMPLOYEES} nóminas importadas`).waitFor()
  await page.goto(`/paypayrolls/process?site_id=${day.siteId}&period=${PERIOD}`)
  await page.locator('input[name=execution_date]').fill(formatDay(nextTargetDay(today())))
  await page.getByRole('button', { name: /^Pasar a la bolsa/ }).click()
  await page.waitForURL('**/payroll-runs/*')
}

/** All pending invoices of the company, grouped by supplier and set off against its credit notes, into the buffer. */
async function paySuppliers(page: Page, { siteId }: PaymentDay): Promise<void> {
  await chooseAll(page, `/paysuppliers?site_ids[]=${siteId}`, INVOICES)
  await page.getByRole('button', { name: 'Crear pagos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Agrupar facturas del proveedor').check()
  await dialog.getByRole('table', { name: 'Abonos que se compensan' }).waitFor()
  await dialog.getByRole('button', { name: /^Crear/ }).click()
  await page
    .getByText(/creado/)
    .first()
    .waitFor()
  await chooseAll(page, `/paysuppliers?tab=draft&site_ids[]=${siteId}`, INVOICES)
  await act(page, 'Pasar a la bolsa', /^Pasar/)
  await page
    .getByText(/pasados? a la bolsa/)
    .first()
    .waitFor()
}

async function approveBuffer(desk: Desk, { siteId }: PaymentDay): Promise<void> {
  const { n } = await oneRow<{ n: number }>(
    `select count(*)::int as n from payment_orders where site_id = :siteId and kind = 'supplier' and status = 'buffered'`,
    { siteId }
  )
  if (n === 0) return
  await chooseAll(desk.page, `/paysuppliers?tab=buffer&site_ids[]=${siteId}`, INVOICES)
  await approve(desk, n)
}

/** The return is told on the page of the payment and imported; then the same debt goes out once more. Gives its movement. */
async function payAgain(
  { senior, approvers }: { senior: Desk; approvers: Desk[] },
  { siteId, returned }: PaymentDay,
  importReturn: () => Promise<void>
): Promise<Movement[]> {
  const { id } = await oneRow<{ id: number }>(
    `select id from payment_orders where site_id = :siteId and creditor_id = :providerId and status = 'reconciled' and kind = 'supplier'`,
    { siteId, providerId: returned.providerId }
  )
  const { page } = senior
  await page.goto(`/payment-orders/${id}`)
  await page.getByRole('button', { name: 'Marcar como devuelto' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Código del banco').fill('MS03')
  await dialog.getByLabel('Comentario').fill('Devuelta por el banco sin motivo')
  await dialog.getByRole('button', { name: /^Marcar como devuelto/ }).click()
  await page.getByText(/vuelve a estar pendiente/).waitFor()
  await importReturn()
  await page.goto(`/payment-orders/${id}`)
  await act(page, 'Reintentar', /^Reintentar/)
  await page.waitForURL((url) => url.pathname !== `/payment-orders/${id}`)
  const { newId } = await oneRow<{ newId: number }>(
    `select id as new_id from payment_orders where retry_of_id = :id`,
    { id }
  )
  await page.goto(`/payment-orders/${newId}`)
  await act(page, 'Pasar a la bolsa', /^Pasar/)
  await page
    .getByText(/pasado a la bolsa/)
    .first()
    .waitFor()
  await approveAsNeeded(approvers, page.url())
  const [releaser = senior] = approvers
  return (await fetchFile(await release(releaser, page.url()))).transfers
}
