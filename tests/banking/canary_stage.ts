import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { bankOf } from '#app/banking/bank_provider'
import { workSync } from '#app/banking/jobs/work_sync'
import { openClient } from '#app/connectors/client/open_client'
import { processOpenEvents } from '#app/connectors/webhooks/process_event'
import { subscribe } from '#app/connectors/webhooks/subscribe'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { approveOrders } from '#app/payments/approvals/decide_orders'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeApprovers, makeDraftOrders } from '#tests/factories/approved_orders'
import type { CanaryBank } from '#tests/factories/canary_banks'
import type { Person } from '#tests/factories/people'

export const WRONG_KEY = 'canario-clave-equivocada-61'
const OPENING_MINOR = 90_000_000

/** Something that somebody was shown or given, and where. */
export type Shown = { where: string; bytes: Buffer | string }
export type Staff = { person: Person; session: SessionData }
/** `shown` takes what people are shown on the way. */
type Stage = { client: ApiClient; bank: CanaryBank; staff: Staff; siteId: number; shown: Shown[] }
export type Connected = Stage & {
  connectorId: number
  path: string
  accountId: number
  providerAccountId: number
}

export const stepUp = () => execute(`update user_sessions set step_up_at = now()`)

/** Somebody connects the bank through its pages: not well at first, then well, and agrees at the bank. */
export async function connectCanary(stage: Stage): Promise<Connected> {
  const { client, bank, staff, siteId, shown } = stage
  const path = bankOf(bank.provider)?.connector.path ?? ''
  const form = {
    site_id: siteId,
    label: `Canario ${bank.provider} ${siteId}`,
    environment: 'sandbox_local',
    base_url: bank.url,
    credentials: bank.credentials,
  }
  const send = async (where: string, url: string, body: object, method: 'post' | 'put' = 'post') => {
    const answer = await client[method](url)
      .withSession(staff.session)
      .withCsrfToken()
      .redirects(0)
      .json(body)
    shown.push({ where, bytes: whole(answer) })
    return answer
  }
  await send('the question for a code', path, form)
  await stepUp()
  await send('a form without a label', path, { ...form, label: '' })
  await send('a form with an account of nobody', path, { ...form, fee_account_id: 1 })
  await send('a form that is right', path, form)
  const { id } = await oneRow<{ id: number }>(`select id from connectors where site_id = :siteId`, { siteId })
  await execute(`update connectors set settings = :settings::jsonb where id = :id`, {
    id,
    settings: JSON.stringify(bank.settings),
  })
  const wrong = Object.fromEntries(Object.keys(bank.credentials).map((key) => [key, WRONG_KEY]))
  await send('wrong credentials', `${path}/${id}/credentials`, { credentials: wrong }, 'put')
  await send('right credentials', `${path}/${id}/credentials`, { credentials: bank.credentials }, 'put')
  if (bank.consentCode) {
    const leaving = await send('leaving for the bank', `${path}/${id}/consent`, {})
    const address = leaving.header('x-inertia-location') ?? leaving.header('location') ?? ''
    const back = await client
      .get('/connections/consent')
      .qs({ state: new URL(address).searchParams.get('state'), code: bank.consentCode() })
      .withSession(staff.session)
      .redirects(0)
    shown.push({ where: 'coming back from the bank', bytes: whole(back) })
  }
  const { status } = await oneRow<{ status: string }>(`select status from connectors where id = :id`, { id })
  if (status !== 'active') throw new Error(`${bank.provider} is ${status}`)
  return { ...stage, path, connectorId: id, ...(await openAccount(stage, id)) }
}

/** Text, headers and what waits in the session for the next page. */
const whole = (answer: ApiResponse): string =>
  JSON.stringify([answer.text(), answer.headers(), answer.flashMessages(), answer.session()])

async function openAccount({ bank, staff, siteId }: Stage, connectorId: number) {
  const { id: userId, actor } = staff.person
  const read = () => workSync({ connectorId, reach: 'month', userId }, async () => {})
  await read()
  const accountId = await openBankAccount(
    {
      siteId,
      name: 'Cuenta conectada',
      kind: 'emoney',
      providerCode: bankOf(bank.provider)?.accountCode ?? 'manual',
      currency: 'EUR',
      iban: bank.iban,
      holderName: 'Empresa de prueba',
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: OPENING_MINOR,
      isPayerDefault: true,
    },
    SYSTEM
  )
  const { id: providerAccountId } = await oneRow<{ id: number }>(
    `select id from provider_accounts where connector_id = :connectorId`,
    { connectorId }
  )
  await linkProviderAccount({ providerAccountId, bankAccountId: accountId, linesFrom: null, actor })
  await read()
  return { accountId, providerAccountId }
}

/** News, payments that have to be signed, and all that is written down about them. */
export async function workCanary({ bank, staff, siteId, connectorId, accountId }: Connected): Promise<void> {
  const { id: personId, actor } = staff.person
  await subscribe(connectorId)
  const approvers = await makeApprovers(siteId)
  const orderIds = await makeDraftOrders({
    siteId,
    accountId,
    personId,
    amounts: [12_150, 13_150],
    executionOn: today(),
    channel: 'api',
  })
  for (const id of orderIds) await bufferOrder(id, actor)
  for (const approver of approvers) {
    const buffered = await rows<{ id: number; fingerprint: string }>(
      `select id, fingerprint from payment_orders where id = any(:orderIds::bigint[]) and status = 'buffered'`,
      { orderIds }
    )
    await approveOrders(buffered, { comment: 'Conforme', actor: approver.actor })
  }
  const { batchIds } = await releaseOrders(orderIds, actor)
  for (const batchId of batchIds) await submitBatch(batchId)
  const { acts } = bank.standIn
  acts.receive?.({ iban: bank.iban, currency: 'EUR', account: 'EUR', amountMinor: 5_000, name: 'Cliente' })
  await bank.standIn.work()
  await acts.flush?.({})
  await processOpenEvents()
}

/** Answers that cannot be read, errors of the bank, and tokens at their end, each of them written down. */
export async function breakCanary({ bank, connectorId, staff, shown }: Connected): Promise<void> {
  const { faults } = bank.standIn
  const read = () =>
    workSync({ connectorId, reach: 'recent', userId: staff.person.id }, async () => {}).catch(
      (error: unknown) =>
        shown.push({ where: 'why it could not be read', bytes: String((error as Error).stack) })
    )
  for (const fault of ['half_page', 'error_500_after', 'html_page', 'lost_before'] as const) {
    faults.plan('*', fault)
    await read()
  }
  await execute(
    `update connectors set access_renew_at = now() - interval '1 second' where id = :connectorId`,
    { connectorId }
  )
  for (const operation of ['oauth.token', 'auth.token', 'token.create']) faults.plan(operation, 'half_page')
  await read()
  faults.clear()
  const client = await openClient(connectorId)
  await client.ask({ method: 'GET', path: '/no/such/path' }).catch(() => null)
  await read()
}
