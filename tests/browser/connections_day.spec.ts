import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { QONTO_STAND_IN_CREDENTIALS } from '#app/banking/providers/qonto/stand_in/state'
import { oneRow, rows } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { resumeAuthorisations } from '#app/payments/bank/resume_authorisations'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { act, confirmIdentity } from '#tests/browser/sign_in_page'
import {
  type ConnectionsDay,
  makeConnectionsDay,
  QUOTE_LIFE_SECONDS,
  readAll,
} from '#tests/factories/connections_day'
import type { Person } from '#tests/factories/people'

type Desk = { page: Page; person: Person }

const DAY_SECONDS = 86_400
/** Over Easter, and one more on which money comes back. */
const DAYS_MAX = 7

const sitDown = async (person: Person): Promise<Desk> => {
  const { page } = await ShellPage.of(person, { context: { viewport: { width: 1440, height: 900 } } })
  page.setDefaultTimeout(60_000)
  return { page, person }
}

const choose = async (page: Page, field: string | RegExp, option: string | RegExp) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** The form of a connection, and the pages of the bank on which somebody agrees. Gives the key of the connection. */
async function connectQonto({ page, person }: Desk, { qonto }: ConnectionsDay): Promise<number> {
  await page.goto('/qontos/create')
  await page.getByLabel('Etiqueta').fill('Qonto de la empresa')
  await choose(page, 'Entorno', 'Simulador local')
  await page.getByLabel('Dirección del simulador').fill(qonto.url)
  const credentials = { ...QONTO_STAND_IN_CREDENTIALS } as Record<string, string>
  for (const key of ['login', 'secretKey', 'clientId', 'clientSecret'])
    await page.locator(`[name="credentials.${key}"]`).fill(credentials[key] ?? '')
  await page.getByRole('button', { name: 'Conectar', exact: true }).click()
  await confirmIdentity(page, person)
  await page.waitForURL('**/qontos/*/edit')
  const [, , id] = new URL(page.url()).pathname.split('/')
  await page.getByRole('button', { name: 'Autorizar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ir a Qonto' }).click()
  await page.getByRole('link', { name: 'Autorizar' }).click()
  await page.waitForURL(`**/qontos/${id}/edit`)
  await page.getByText('Conexión con Qonto autorizada.').waitFor()
  return Number(id)
}

/** Its account is the company's, and is read from the list of accounts. */
async function linkAndRead({ page, person }: Desk, connectorId: number): Promise<void> {
  await readAll(connectorId)
  await page.goto(`/qontos/${connectorId}/edit`)
  await page.getByText('Propuesta: coincide el IBAN.').waitFor()
  await page.getByRole('button', { name: 'Asociar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Asociar' }).click()
  const question = page.getByRole('dialog', { name: 'Confirme su identidad' })
  const linked = page.getByText(/asociada: sus movimientos se están leyendo/)
  await question.or(linked).first().waitFor()
  if (await question.isVisible()) await confirmIdentity(page, person)
  await linked.waitFor()
  await page.goto('/qontos')
  await page
    .getByRole('button', { name: /Acciones/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sincronizar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sincronizar' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await readAll(connectorId)
}

async function askQuote(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Pedir presupuesto' }).click()
  await form.getByRole('region', { name: 'Presupuesto' }).waitFor()
}

/** A draft of what is owed by an invoice, by its dialog; `from` is the account, where another than the usual is to pay. */
async function order(
  page: Page,
  invoiceId: number,
  from?: { account: RegExp; isQuoted: boolean }
): Promise<number> {
  const { number } = await oneRow<{ number: string }>(
    `select invoice_number as number from invoices where id = :invoiceId`,
    { invoiceId }
  )
  await page.goto(`/paysuppliers?q=${encodeURIComponent(number)}`)
  await page
    .getByRole('row')
    .filter({ hasText: number })
    .getByRole('button', { name: /Acciones/ })
    .click()
  await page.getByRole('menuitem', { name: 'Crear pago' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear pago' })
  if (from) {
    await dialog.getByRole('combobox', { name: 'Cuenta de origen' }).click()
    await page.getByRole('option', { name: from.account }).click()
    if (from.isQuoted) await askQuote(dialog)
  }
  await dialog.getByRole('button', { name: 'Crear pago' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { id } = await oneRow<{ id: number }>(
    `select id from payment_orders where source_type = 'invoice' and source_id = :invoiceId order by id desc limit 1`,
    { invoiceId }
  )
  return id
}

const stateOf = async (id: number) =>
  (
    await oneRow<{ state: string }>(
      `select status || coalesce('.' || sub_status, '') as state from payment_orders where id = :id`,
      { id }
    )
  ).state

/** Into the buffer, approved by as many as it needs, and released by the first of them; what the job does then is done at once. */
async function send(
  senior: Desk,
  approvers: Desk[],
  id: number,
  payee: 'known' | 'other' = 'known'
): Promise<void> {
  await senior.page.goto(`/payment-orders/${id}`)
  await act(senior.page, 'Pasar a la bolsa', /^Pasar/)
  await senior.page
    .getByText(/pasado a la bolsa/)
    .first()
    .waitFor()
  if (payee === 'other')
    await senior.page.getByText('El banco dice que el titular de la cuenta es otro.').first().waitFor()
  for (const approver of approvers) if ((await stateOf(id)) === 'buffered') await approve(approver, id, payee)
  const [{ page } = senior] = approvers
  await page.goto(`/payment-orders/${id}`)
  await act(page, 'Generar remesa', /^Generar remesa/)
  await page.waitForURL('**/payment-batches/*')
  const { batchId } = await oneRow<{ batchId: number }>(
    `select batch_id from payment_orders where id = :id`,
    { id }
  )
  await submitBatch(batchId)
}

/** As its page shows it: why, where its bank knows another holder, and the code, where it is asked for. */
async function approve({ page, person }: Desk, id: number, payee: 'known' | 'other'): Promise<void> {
  await page.goto(`/payment-orders/${id}`)
  await page
    .getByRole('button', { name: /^Aprobar/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Aprobar el pago' })
  await dialog.getByRole('button', { name: /^Aprobar/ }).waitFor()
  if (payee === 'other')
    await dialog.getByLabel('Por qué lo aprueba').fill('Confirmado por teléfono con su gerente')
  await dialog.getByRole('button', { name: /^Aprobar/ }).click()
  const question = page.getByRole('dialog', { name: 'Confirme su identidad' })
  const given = page.getByText(/^Pago .* aprobado\.$|^Aprobación registrada/).first()
  await question.or(given).first().waitFor()
  if (await question.isVisible()) await confirmIdentity(page, person)
  await given.waitFor()
}

type Read = { connectorId: number; accountIds: number[] }

/** A day at the banks: what is due is begun and settled there, what moved is read, and what is certain is matched. */
async function dayPasses({ qonto, revolut, wise }: ConnectionsDay, banks: readonly Read[]): Promise<void> {
  qonto.standIn.clock.advance(DAY_SECONDS)
  for (let step = 0; step < 2; step++) await qonto.standIn.work()
  // What is signed for Revolut is of the time here: its clock goes on by what a transaction takes.
  revolut.pass(60)
  wise.standIn.clock.advance(DAY_SECONDS)
  await wise.standIn.work()
  await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
  for (const { connectorId, accountIds } of banks) {
    await readAll(connectorId)
    for (const id of accountIds) await suggestMatches(id)
  }
}

/** Days until a payment is where it is to be; gives where all of them were on the evening of each. */
async function daysUntil(
  day: ConnectionsDay,
  banks: readonly Read[],
  { ids, end }: { ids: readonly number[]; end: readonly string[] }
): Promise<string[][]> {
  const evenings: string[][] = []
  while (evenings.length < DAYS_MAX && evenings.at(-1)?.join() !== end.join()) {
    await dayPasses(day, banks)
    const states: string[] = []
    for (const id of ids) states.push(await stateOf(id))
    evenings.push(states)
  }
  return evenings
}

/** Connections that could not be asked on the way, and why. */
const notActive = (siteId: number) =>
  rows<{ label: string; status: string; lastError: string | null }>(
    `select label, status, last_error from connectors where site_id = :siteId and (status <> 'active' or consecutive_failures > 0)`,
    { siteId }
  )

const unmatched = async (siteId: number) =>
  (
    await rows<{ text: string }>(
      `select b.name || ' ' || l.status || ' ' || l.amount_minor || ': ' || l.raw_text as text from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id
        where b.site_id = :siteId and l.status <> 'matched' order by l.id`,
      { siteId }
    )
  ).map(({ text }) => text)

const movedIn = async (currency: string, siteId: number) =>
  (
    await oneRow<{ minor: number }>(
      `select coalesce(sum(l.amount_minor), 0)::bigint as minor from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id
        where b.site_id = :siteId and b.currency = :currency`,
      { siteId, currency }
    )
  ).minor

const agreedOn = async (ids: readonly number[]) =>
  (
    await oneRow<{ minor: number }>(
      `select sum(coalesce(charge_minor, amount_minor))::bigint as minor from payment_orders where id = any(:ids::bigint[])`,
      { ids }
    )
  ).minor

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

/** The lead, the senior accountant and those who approve, each at a page of their own. */
async function sitAllDown(day: ConnectionsDay): Promise<{ lead: Desk; senior: Desk; approvers: Desk[] }> {
  const approvers: Desk[] = []
  for (const person of day.approvers) approvers.push(await sitDown(person))
  return { lead: await sitDown(day.lead), senior: await sitDown(day.senior), approvers }
}

test.group('Days of a company with three connected banks', (group) => {
  startClean(group)

  test('by Qonto it pays three suppliers, one of whom the bank gives back the next day', async ({
    assert,
    cleanup,
  }) => {
    const day = await makeConnectionsDay(cleanup)
    const { qonto, invoices, siteId } = day
    const { lead, senior, approvers } = await sitAllDown(day)
    const connectorId = await connectQonto(lead, day)
    await linkAndRead(lead, connectorId)

    const trusted = await order(senior.page, invoices.trusted)
    await send(senior, approvers, trusted)
    assert.equal(await stateOf(trusted), 'sent.processing')

    const signed = await order(senior.page, invoices.signed)
    await send(senior, approvers, signed)
    assert.equal(await stateOf(signed), 'sent.awaiting_authorisation')
    await sign(senior.page, signed)
    assert.equal(await stateOf(signed), 'sent.processing')

    const other = await order(senior.page, invoices.other)
    await send(senior, approvers, other, 'other')
    await sign(senior.page, other)

    const evenings = await daysUntil(day, [{ connectorId, accountIds: [qonto.accountId] }], {
      ids: [trusted, signed, other],
      end: ['reconciled', 'returned', 'reconciled'],
    })
    assert.deepEqual(evenings.slice(-2), [
      ['reconciled', 'reconciled', 'reconciled'],
      ['reconciled', 'returned', 'reconciled'],
    ])
    assert.deepEqual(await notActive(siteId), [])
    assert.deepEqual(await unmatched(siteId), [])
    assert.deepEqual(await broken(), [])
  }).timeout(240_000)

  test('it exchanges in Revolut, and pays dollars by Wise with a quote that has expired', async ({
    assert,
    cleanup,
  }) => {
    const day = await makeConnectionsDay(cleanup)
    const { revolut, wise, siteId } = day
    const { lead, senior, approvers } = await sitAllDown(day)
    const banks = [
      { connectorId: revolut.connectorId, accountIds: Object.values(revolut.accounts) },
      { connectorId: wise.connectorId, accountIds: [wise.accountId] },
    ]

    // At Revolut only those who connect it begin anything.
    const exchange = await exchangeEuros(lead.page, day)
    await send(senior, approvers, exchange)
    const dollars = await order(senior.page, wise.invoiceId, { account: /wise/i, isQuoted: true })
    wise.standIn.clock.advance(QUOTE_LIFE_SECONDS + 1)
    await send(senior, approvers, dollars)
    assert.equal(await stateOf(dollars), 'sent.awaiting_authorisation')
    const quotes = wise.state.quotes.filter(({ targetCurrency }) => targetCurrency === 'USD')
    assert.deepEqual(
      quotes.map(({ isUsed }) => isUsed),
      [false, true]
    )
    await payAtWise(senior.page, dollars)
    const end = ['reconciled', 'reconciled']
    const evenings = await daysUntil(day, banks, { ids: [exchange, dollars], end })
    assert.deepEqual(evenings.at(-1), end)
    assert.deepEqual(await notActive(siteId), [])
    // The charge and the fee are two movements, which are matched together and are what was agreed on; the dollars that arrive
    // are known by their transfer.
    assert.deepEqual(await unmatched(siteId), [])
    assert.equal(await movedIn('EUR', siteId), -(await agreedOn([exchange, dollars])))
    assert.deepEqual(await broken(), [])
  }).timeout(240_000)
})

/** By the link of the payment to the page of its bank, where somebody says yes to what waits there. */
async function openBank(page: Page, id: number, bank: string): Promise<void> {
  await page.goto(`/payment-orders/${id}`)
  await page.getByText(`Pendiente de autorizar en ${bank}. Abra ${bank} y confirme la operación.`).waitFor()
  const link = page.getByRole('link', { name: `Abrir ${bank}`, exact: true })
  await page.goto((await link.getAttribute('href')) ?? '')
}

async function sign(page: Page, id: number): Promise<void> {
  await openBank(page, id, 'Qonto')
  await page.getByRole('button', { name: 'Firmar' }).click()
  await page.getByText('No hay nada que firmar.').waitFor()
  await resumeAuthorisations()
}

async function payAtWise(page: Page, id: number): Promise<void> {
  await openBank(page, id, 'Wise')
  await page.getByRole('button', { name: 'Pagar' }).click()
  await page.getByText('Transferencia pagada.').waitFor()
}

async function exchangeEuros(page: Page, { revolut }: ConnectionsDay): Promise<number> {
  await page.goto(`/revoluts/${revolut.connectorId}/generate`)
  await choose(page, 'Cuenta de cargo', /EUR/)
  await choose(page, 'Cuenta de destino', /USD/)
  await page.getByLabel('Importe que sale').fill('200,00')
  await askQuote(page.getByRole('main'))
  await page.getByLabel('Concepto').fill('Dólares para proveedores')
  await page.getByRole('button', { name: /^Crear orden/ }).click()
  await page.waitForURL('**/payment-orders/*')
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}
