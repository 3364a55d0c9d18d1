import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { bankOf } from '#app/banking/bank_provider'
import { syncBeneficiaries } from '#app/banking/beneficiaries/sync_beneficiaries'
import { workSync } from '#app/banking/jobs/work_sync'
import { qontoStandIn } from '#app/banking/providers/qonto/stand_in/qonto_stand_in'
import { seedQonto } from '#app/banking/providers/qonto/stand_in/seed'
import { PERSONAL_TOKEN } from '#app/banking/providers/wise/stand_in/wise_state'
import { completeConsent } from '#app/connectors/actions/complete_consent'
import { createConnector } from '#app/connectors/actions/create_connector'
import { startConsent } from '#app/connectors/actions/start_consent'
import { openClient } from '#app/connectors/client/open_client'
import { findConnection } from '#app/connectors/queries/find_connection'
import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeProvider, type TestProvider } from '#tests/factories/documents'
import { payWithoutIban } from '#tests/factories/foreign_accounts'
import { bookedDebt, publishRate } from '#tests/factories/other_currencies'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { REVOLUT_CREDENTIALS, revolutStage } from '#tests/factories/revolut'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { playWise } from '#tests/factories/wise'

type Cleanup = (end: () => Promise<void>) => void

const OPENING_MINOR = 50_000_000
/** At Wise. */
export const QUOTE_LIFE_SECONDS = 1_800
const OTHER_HOLDER = 'Transportes Ajenos SA'

export type ConnectionsDay = Awaited<ReturnType<typeof makeConnectionsDay>>

/**
 * A company with accounts at three banks that are played here, none connected to Qonto yet; three suppliers that are paid in
 * euros (one that Qonto trusts, one that it does not, one whose account is in another name there) and one in dollars.
 */
export async function makeConnectionsDay(cleanup: Cleanup) {
  const { siteId } = await makeSite()
  await publishRate('USD', today(), '1.08345')
  await publishRate('USD', '2026-03-10', '1.1')
  const [lead, senior] = [
    await makeUser('aprobador', { siteIds: [siteId] }),
    await makeUser('superC0ntab1l1dad'),
  ]
  const approvers: Person[] = []
  for (let n = 0; n < 3; n++) {
    const approver = await makeUser('aprobador')
    await letApprove(siteId, approver, ['payment_supplier', 'internal_transfer'], null)
    approvers.push(approver)
  }
  const suppliers = {
    trusted: await makeProvider(senior),
    signed: await makeProvider(senior),
    other: await makeProvider(senior),
  }
  const owed = async (provider: TestProvider, number: string, minor: number) =>
    (
      await makeBookedInvoice(
        { siteId, accountId: 0, provider, providerName: '', person: senior },
        number,
        minor
      )
    ).id
  const invoices = {
    trusted: await owed(suppliers.trusted, `CD-${siteId}-1`, 12_150),
    // What ends in 04 comes back from this bank after it was paid.
    signed: await owed(suppliers.signed, `CD-${siteId}-2`, 13_104),
    other: await owed(suppliers.other, `CD-${siteId}-3`, 14_150),
  }
  const people = { siteId, lead, senior }
  return {
    ...people,
    approvers,
    suppliers,
    invoices,
    qonto: await playQontoHere(people, suppliers, cleanup),
    revolut: await connectRevolut(people, cleanup),
    wise: await connectWise(people, cleanup),
  }
}

type Company = { siteId: number; lead: Person; senior: Person }

async function playQontoHere(
  { siteId }: Company,
  suppliers: Record<'trusted' | 'other', TestProvider>,
  cleanup: Cleanup
) {
  const iban = makeIban()
  const { name } = await oneRow<{ name: string }>(
    `select holder_name as name from provider_banks where id = :bankId`,
    { bankId: suppliers.trusted.bankId }
  )
  const standIn = qontoStandIn(
    seedQonto({
      accounts: [{ iban, name: 'Cuenta principal', openingMinor: OPENING_MINOR }],
      movements: [],
      trusted: [{ name, iban: suppliers.trusted.iban }],
    })
  )
  standIn.state.approver = 'person'
  standIn.state.holders[suppliers.other.iban] = OTHER_HOLDER
  const { url, close } = await serveStandIn(standIn, { slowMs: 50 })
  cleanup(close)
  const accountId = await openAccount(siteId, 'qonto', {
    iban,
    currency: 'EUR',
    openingMinor: OPENING_MINOR,
    isPayerDefault: true,
  })
  return { standIn, url, accountId }
}

async function connectRevolut(company: Company, cleanup: Cleanup) {
  const stage = await revolutStage({ cleanup })
  const state = stage.standIn.state()
  const connectorId = await connect(company, 'revolut', {
    url: stage.url,
    credentials: { ...REVOLUT_CREDENTIALS },
    settings: {},
    consentCode: stage.standIn.consentCode,
  })
  const accounts: Record<string, number> = {}
  for (const currency of ['EUR', 'USD']) {
    const held = state.accounts.find((one) => one.currency === currency)
    accounts[currency] = await openAccount(company.siteId, 'revolut', {
      iban: null,
      currency,
      openingMinor: held?.balanceMinor ?? 0,
    })
    await link(company, connectorId, { externalId: held?.id ?? '', accountId: accounts[currency] })
  }
  await readAll(connectorId)
  return { ...stage, connectorId, accounts }
}

async function connectWise(company: Company, cleanup: Cleanup) {
  const played = await playWise()
  cleanup(played.close)
  const connectorId = await connect(company, 'wise', {
    url: played.connection.baseUrl,
    credentials: { token: PERSONAL_TOKEN },
    settings: played.connection.settings,
    consentCode: null,
  })
  const held = played.balance('EUR')
  const accountId = await openAccount(company.siteId, 'wise', {
    iban: null,
    currency: 'EUR',
    openingMinor: held.minor,
  })
  await link(company, connectorId, { externalId: String(held.id), accountId })
  await readAll(connectorId)
  return { ...played, connectorId, accountId, invoiceId: await oweDollars(company, connectorId) }
}

type Way = {
  url: string
  credentials: Record<string, string>
  settings: Readonly<Record<string, unknown>>
  consentCode: (() => string) | null
}

/** As somebody does it through its pages: credentials, consent where there is one, a first reading. */
async function connect({ siteId, lead }: Company, provider: string, way: Way): Promise<number> {
  const { id } = await createConnector(
    {
      provider,
      siteId,
      label: `${provider} de prueba`,
      environment: 'sandbox_local',
      baseUrl: way.url,
      credentials: way.credentials,
      settings: { ...way.settings },
    },
    lead.actor
  )
  if (way.consentCode) {
    const state = new URL(await startConsent(id, lead.actor)).searchParams.get('state') ?? ''
    await completeConsent({ state, code: way.consentCode(), error: null }, lead.actor)
  }
  await readAll(id)
  return id
}

/** What the job does that reads a connection. */
export async function readAll(connectorId: number): Promise<void> {
  await workSync({ connectorId, reach: 'recent', userId: null }, async () => {})
}

type Opened = { iban: string | null; currency: string; openingMinor: number; isPayerDefault?: boolean }

const openAccount = (
  siteId: number,
  provider: string,
  { isPayerDefault = false, ...opened }: Opened
): Promise<number> =>
  openBankAccount(
    {
      siteId,
      name: `Cuenta ${provider} en ${opened.currency}`,
      kind: opened.iban === null ? 'wallet' : 'emoney',
      providerCode: opened.iban === null ? 'manual' : (bankOf(provider)?.accountCode ?? 'manual'),
      openedOn: calendarDate('2026-03-10'),
      openingBalanceMinor: opened.openingMinor,
      ...opened,
      ...(isPayerDefault ? { isPayerDefault } : {}),
    },
    SYSTEM
  )

async function link(
  { senior }: Company,
  connectorId: number,
  { externalId, accountId }: { externalId: string; accountId: number }
): Promise<void> {
  const { id } = await oneRow<{ id: number }>(
    `select id from provider_accounts where connector_id = :connectorId and external_id = :externalId`,
    { connectorId, externalId }
  )
  await linkProviderAccount({
    providerAccountId: id,
    bankAccountId: accountId,
    linesFrom: today(),
    actor: senior.actor,
  })
}

/** An invoice of 500,00 dollars of somebody whom Wise can pay, verified by two people long ago. */
async function oweDollars({ siteId, lead, senior }: Company, connectorId: number): Promise<number> {
  const provider = await makeProvider(senior)
  const bankId = await payWithoutIban(provider, await makeUser('superC0ntab1l1dad'))
  const connection = await findConnection(connectorId)
  const bank = bankOf(connection.provider)
  if (!bank) throw new Error('Wise is no bank')
  await syncBeneficiaries({ bank, connection, client: await openClient(connectorId) })
  await execute(
    `update provider_beneficiaries set provider_bank_id = :bankId, created_by = :first, verified_by = :second, verified_at = now() - interval '300 hours'
      where connector_id = :connectorId and currency = 'USD'`,
    { bankId, connectorId, first: lead.id, second: senior.id }
  )
  return bookedDebt(
    { siteId, accountId: 0, provider, providerName: '', person: senior },
    { currency: 'USD', issuedOn: '2026-03-10', totalMinor: 50_000, bankId }
  )
}
