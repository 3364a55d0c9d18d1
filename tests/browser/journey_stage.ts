import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { createProvider } from '#app/providers/actions/create_provider'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'
import { createSite } from '#app/sites/actions/create_site'
import { makeIban } from '#tests/factories/books'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { codeOf } from '#tests/identity/sign_in_requests'

export type JourneyStage = {
  siteId: number
  bankAccountId: number
  accountant: Person
  approver: Person
  senior: Person
  iban: string
  providerId: number
}

/** The company and the supplier that the sample invoice names, and three people with their roles. */
export async function setJourneyStage(): Promise<JourneyStage> {
  const [accountant, approver, senior] = [
    await makeUser('c0ntab1l1dad'),
    await makeUser('aprobador'),
    await makeUser('superC0ntab1l1dad'),
  ]
  const known = await row<{ id: number }>(`select id from sites where tax_id = 'B44712032'`)
  const siteId =
    known?.id ??
    (await createSite(
      {
        code: 'HBS',
        legalName: 'Hoteles Bahía Serena, S.L.',
        taxId: 'B44712032',
        kind: 'company',
        territory: 'peninsula_baleares',
        startedOn: calendarDate('2025-01-01'),
        plan: 'normal',
      },
      SYSTEM
    ))
  await execute(`update sites set status = 'active' where id = :siteId`, { siteId })
  const iban = makeIban()
  const bankAccountId = await openBankAccount(
    {
      siteId,
      name: `Operativa ${iban.slice(-4)}`,
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban,
      holderName: 'Hoteles Bahía Serena',
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 5_000_000,
    },
    SYSTEM
  )
  for (const person of [approver]) await letApprove(siteId, person, ['invoice', 'payment_supplier'], null)
  await letApprove(siteId, await makeUser('aprobador'), ['invoice', 'payment_supplier'], null)
  const { id: categoryId } = await oneRow<{ id: number }>(
    `select id from categories where name = 'Alimentación y bebidas'`
  )
  const providerId = await createProvider(
    {
      legalName: 'Bodegas Hermanos Urrutia, S.A.',
      taxIdType: 'cif',
      taxId: 'A26003418',
      country: 'ES',
      kind: 'supplier',
      categoryId,
    },
    SYSTEM
  )
  const bankId = await addBank(
    { providerId, iban: 'ES1220950361643825918184', holderName: 'Bodegas Hermanos Urrutia' },
    SYSTEM
  )
  await verifyBank({ providerId, bankId }, 'phone_call', senior.actor)
  await execute(
    `update provider_banks set payable_from = now() - interval '1 day', created_at = now() - interval '90 days' where id = :bankId`,
    { bankId }
  )
  return { siteId, bankAccountId, accountant, approver, senior, iban, providerId }
}

/** A code that the person's authenticator shows now, also when one of the same half minute was used. */
export async function unusedCodeOf(person: Person): Promise<string> {
  await execute(`update users set two_factor_last_step = null where id = :id`, { id: person.id })
  return codeOf(person)
}
