import type { BankProvider } from '#app/banking/bank_provider'
import { bankOf } from '#app/banking/bank_provider'
import { execute, oneRow } from '#app/kernel/database/sql'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'

export type BankStage = {
  siteId: number
  connectorId: number
  /** The account at the bank, and the one of the company that it is. */
  accountId: number
  bankAccountId: number
  beneficiaryId: number
  callId: number
  virtualAccountId: number
  label: string
}

type Options = { siteId?: number; word?: string; status?: string; isLinked?: boolean }

let sequence = 0

/** A connection of a company to a bank with an account, a movement of each kind, a beneficiary and a call; nothing is asked of the bank. */
export async function makeBankStage(
  provider: string,
  { siteId: given, word = 'Prueba', status = 'active', isLinked = true }: Options = {}
): Promise<BankStage> {
  sequence++
  const siteId = given ?? (await makeSite()).siteId
  const iban = makeIban()
  const label = `${word} ${provider} ${sequence}`
  const bankAccountId = await makeBankAccount(siteId, iban, '2025-01-01', {
    name: `${label} propia`,
    isPayerDefault: false,
  })
  const keys = await oneRow<Omit<BankStage, 'siteId' | 'bankAccountId' | 'virtualAccountId' | 'label'>>(
    CONNECTED,
    {
      provider,
      siteId,
      label,
      status,
      iban,
      word,
      key: `${siteId}-${sequence}`,
      token: `${provider}-${siteId}-${sequence}-${process.pid}`.padEnd(43, 'x'),
    }
  )
  if (isLinked)
    await execute(
      `update provider_accounts set bank_account_id = :bankAccountId, linked_at = now() where id = :accountId`,
      { bankAccountId, accountId: keys.accountId }
    )
  if (isLinked)
    await execute(`update bank_accounts set connector_id = :connectorId where id = :bankAccountId`, {
      bankAccountId,
      connectorId: keys.connectorId,
    })
  const virtual = await oneRow<{ id: number }>(VIRTUAL, {
    siteId,
    bankAccountId,
    code: `V-${siteId}-${sequence}`,
    account: `5721${String(sequence).padStart(5, '0')}`,
    word,
  })
  return { ...keys, siteId, bankAccountId, virtualAccountId: virtual.id, label }
}

const CONNECTED = `
  with connection as (insert into connectors (provider, site_id, label, environment, base_url, webhook_token, credentials, credentials_hint, status)
      values (:provider, :siteId, :label, 'sandbox_local', 'http://127.0.0.1:9', :token, 'sellado', '{"secretKey": {"last4": "4821", "on": "2026-11-02"}}', :status) returning id),
    account as (insert into provider_accounts (connector_id, external_id, kind, name, iban, currency, is_main, balance_minor, available_minor, pending_minor, balance_at, opening_minor, read_from, synced_at)
      select id, 'ACC-' || :key, 'bank', :word || ' principal', :iban, 'EUR', true, 150000, 140000, -10000, now(), 100000, '2026-11-01', now() from connection returning id, connector_id),
    moved as (insert into provider_transactions (connector_id, provider_account_id, external_id, amount_minor, currency, status, provider_status, type, counterparty_name, text, search_text, booked_on, occurred_at, balance_after_minor, raw, raw_hash)
      select a.connector_id, a.id, m.status || '-' || :key, m.minor, 'EUR', m.status, m.status, m.type, :word || ' contraparte', :word || ' ' || m.text, lower(:word || ' ' || m.text), m.on_day::date, m.on_day::timestamptz, null, '{}', 'x'
        from account a cross join (values ('booked', 60000::bigint, 'payin', 'cobro', '2026-11-05'), ('pending', -10000::bigint, 'card', 'hotel', '2026-11-26'), ('declined', -500::bigint, 'transfer', 'rechazada', '2026-11-06')) m(status, minor, type, text, on_day)),
    fee as (insert into provider_transactions (connector_id, provider_account_id, external_id, amount_minor, currency, status, provider_status, type, text, search_text, booked_on, occurred_at, raw, raw_hash)
      select connector_id, id, 'fee-' || :key, -10000, 'EUR', 'booked', 'completed', 'fee', 'Comisión', 'comision', '2026-11-10', '2026-11-10', '{}', 'x' from account),
    payee as (insert into provider_beneficiaries (connector_id, external_id, name, iban, currency, country, account, status)
      select id, 'BEN-' || :key, :word || ' beneficiario', 'ES9121000418450200051332', 'EUR', 'ES', '•••• 1332', 'active' from connection returning id),
    call as (insert into connector_calls (connector_id, at, method, path, status, ms, request_body, response_body)
      select id, now(), 'GET', '/v2/' || :word, 200, 120, null, '{"secret":"***","word":"' || :word || '"}' from connection returning id)
  select connection.id as connector_id, account.id as account_id, payee.id as beneficiary_id, call.id as call_id from connection, account, payee, call`

const VIRTUAL = `
  with ledger as (insert into ledger_accounts (site_id, code, name, type, normal_side, currency, is_postable, subledger)
      values (:siteId, :account, :word || ' virtual', 'asset', 'D', 'EUR', true, 'virtual') returning id)
  insert into virtual_accounts (code, bank_account_id, site_id, name, ledger_account_id)
    select :code, :bankAccountId, :siteId, :word || ' reserva', id from ledger returning id`

/** Puts parts of a bank in the place of its own until the test is over; gives what puts them back. */
export function playBank(
  code: string,
  parts: Partial<Pick<BankProvider, 'beneficiaries' | 'quotes' | 'gateway' | 'purposes'>>
): () => void {
  const bank = bankOf(code) as BankProvider
  const own = { ...bank }
  Object.assign(bank, parts)
  return () => {
    Object.assign(bank, own)
  }
}
