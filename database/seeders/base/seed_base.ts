import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { ACCOUNT_ROLES } from '#database/seeders/base/account_roles'
import { CATEGORIES } from '#database/seeders/base/categories'
import { PGC } from '#database/seeders/base/pgc'
import { PHASES } from '#database/seeders/base/phases'
import { TAX_CODES } from '#database/seeders/base/tax_codes'

/** What every installation needs: currencies, plan template, roles of accounts, tax codes, categories, phases. May run twice. */
export async function seedBase(): Promise<void> {
  await inTransaction(async (trx) => {
    await insert(
      trx,
      'currencies',
      ['code'],
      [
        { code: 'EUR', name: 'Euro', exponent: 2 },
        { code: 'USD', name: 'Dólar estadounidense', exponent: 2 },
        { code: 'GBP', name: 'Libra esterlina', exponent: 2 },
        { code: 'CHF', name: 'Franco suizo', exponent: 2 },
        { code: 'JPY', name: 'Yen', exponent: 0 },
      ]
    )
    await insert(trx, 'account_templates', ['code'], PGC)
    await insert(
      trx,
      'ledger_account_roles',
      ['role', 'site_id'],
      ACCOUNT_ROLES.map((role) => ({ ...role, site_id: null }))
    )
    await insert(trx, 'tax_codes', ['code'], TAX_CODES)
    await insert(trx, 'categories', ['parent_id', 'name'], CATEGORIES)
    await insert(trx, 'group_settings', ['key'], [{ key: 'senior_accounting_cap_minor', value: 50_000 }])
    await insert(
      trx,
      'approval_policies',
      ['site_id', 'kind', 'from_minor'],
      [
        { site_id: null, kind: null, from_minor: 0, required: 1, aggregate_days: 7 },
        { site_id: null, kind: null, from_minor: 500_001, required: 2, aggregate_days: 7 },
      ]
    )
    await insert(trx, 'bank_profiles', ['name'], [{ name: 'SEPA estándar', pain_version: '001.001.09' }])
    await insertPhases(trx)
  })
}

/** Only into an empty catalogue: people rename phases, delete them and put them in another order. */
async function insertPhases(trx: Transaction): Promise<void> {
  await execute(
    `insert into phases (name, procedure_kinds, position, default_days, requires_file, requires_payment, colour)
     select name, procedure_kinds, position, default_days, requires_file, requires_payment, colour from jsonb_populate_recordset(null::phases, :phases::jsonb)
      where not exists (select 1 from phases)`,
    { phases: JSON.stringify(PHASES) },
    trx
  )
}

type Value = string | number | boolean | null

async function insert(
  trx: Transaction,
  table: string,
  unique: string[],
  records: Record<string, Value>[]
): Promise<void> {
  const [first] = records
  if (!first) return
  const columns = Object.keys(first)
  await execute(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.map((column) => `r.${column}`).join(', ')} from jsonb_populate_recordset(null::${table}, :records::jsonb) r
     on conflict (${unique.join(', ')}) do nothing`,
    { records: JSON.stringify(records) },
    trx
  )
}
