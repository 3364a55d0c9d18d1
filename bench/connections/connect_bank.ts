import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { linkProviderAccount } from '#app/banking/actions/link_provider_account'
import { bankOf } from '#app/banking/bank_provider'
import { syncConnector } from '#app/banking/sync/sync_connector'
import { completeConsent } from '#app/connectors/actions/complete_consent'
import { createConnector } from '#app/connectors/actions/create_connector'
import { replaceCredentials } from '#app/connectors/actions/replace_credentials'
import { startConsent } from '#app/connectors/actions/start_consent'
import { subscribe } from '#app/connectors/webhooks/subscribe'
import { oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { makeApprovers } from '#tests/factories/approved_orders'
import { makeSite } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'
import type { PlayedBank } from './played_bank.js'

/** A company whose account hangs on a connection to a bank, and the people of it. */
export type Connected = {
  bank: PlayedBank
  connectorId: number
  siteId: number
  accountId: number
  /** Of the account at the bank. */
  providerAccountId: number
  /** Who connects, who releases, who approve. */
  system: Person
  person: Person
  approvers: Person[]
}

/** Connects a new company to a bank as people do: form, test, consent, first reading, account, news. */
export async function connectBank(bank: PlayedBank): Promise<Connected> {
  const { siteId } = await makeSite()
  const [system, person] = [await makeUser('s1st3ma'), await makeUser('superC0ntab1l1dad')]
  const { id: connectorId } = await createConnector(
    {
      provider: bank.provider,
      siteId,
      label: `${bank.name} de prueba`,
      environment: 'sandbox_local',
      baseUrl: bank.url,
      credentials: bank.credentials,
      settings: bank.settings,
    },
    system.actor
  )
  await consent(bank, connectorId, system)
  await syncConnector({ connectorId, reach: 'recent', userId: null })
  const { id: providerAccountId } = await oneRow<{ id: number }>(
    `select id from provider_accounts where connector_id = :connectorId`,
    { connectorId }
  )
  const accountId = await openAccount(bank, siteId)
  await linkProviderAccount({
    providerAccountId,
    bankAccountId: accountId,
    linesFrom: null,
    actor: person.actor,
  })
  await subscribe(connectorId)
  const approvers = await makeApprovers(siteId)
  return { bank, connectorId, siteId, accountId, providerAccountId, system, person, approvers }
}

const openAccount = ({ provider, iban, openingMinor }: PlayedBank, siteId: number): Promise<number> =>
  openBankAccount(
    {
      siteId,
      name: 'Cuenta conectada',
      kind: 'emoney',
      providerCode: bankOf(provider)?.accountCode ?? 'manual',
      currency: 'EUR',
      iban,
      holderName: 'Empresa de prueba',
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: openingMinor,
      isPayerDefault: true,
    },
    SYSTEM
  )

/** Somebody goes to the bank, says yes and comes back with a code; nothing where credentials are all there is. */
async function consent({ consentCode }: PlayedBank, connectorId: number, { actor }: Person): Promise<void> {
  if (!consentCode) return
  const state = new URL(await startConsent(connectorId, actor)).searchParams.get('state') ?? ''
  const { outcome } = await completeConsent({ state, code: consentCode(), error: null }, actor)
  if (outcome.message !== null) throw new Error(outcome.message)
}

/** Where the bank accepts the connection no more, somebody agrees anew or types in other credentials. Gives whether it was so. */
export async function authoriseAgain({ bank, connectorId, system }: Connected): Promise<boolean> {
  const { status } = await oneRow<{ status: string }>(
    `select status from connectors where id = :connectorId`,
    {
      connectorId,
    }
  )
  if (status !== 'auth_required') return false
  if (bank.newCredentials) await replaceCredentials(connectorId, bank.newCredentials(), system.actor)
  else await consent(bank, connectorId, system)
  return true
}
